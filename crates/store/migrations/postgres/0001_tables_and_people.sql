-- Times are milliseconds since 1970, flags 0 or 1, so that both databases hold the same values.
CREATE TABLE tables (
    id         TEXT   PRIMARY KEY NOT NULL,
    game       TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    listed     BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    due_at     BIGINT,
    summary    TEXT   NOT NULL
);
CREATE INDEX tables_by_time ON tables (status, updated_at);
CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;

-- The log: all that a table is, is derived from it.
CREATE TABLE entries (
    table_id TEXT   NOT NULL,
    idx      BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT   NOT NULL,
    PRIMARY KEY (table_id, idx)
);

CREATE TABLE table_people (
    table_id  TEXT NOT NULL,
    person_id TEXT NOT NULL,
    PRIMARY KEY (person_id, table_id)
);
CREATE INDEX table_people_by_table ON table_people (table_id);

CREATE TABLE people (
    id         TEXT   PRIMARY KEY NOT NULL,
    name       TEXT   NOT NULL,
    login      TEXT   UNIQUE,
    password   TEXT,
    banned     BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- What lets someone in: a browser's cookie or a program's token, kept as its hash only.
CREATE TABLE keys (
    hash       TEXT   PRIMARY KEY NOT NULL,
    id         TEXT   NOT NULL,
    person_id  TEXT   NOT NULL,
    label      TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT
);
CREATE INDEX keys_by_person ON keys (person_id);
