-- What people are to be told, until they are: written with the entry that causes it.
CREATE TABLE outbox (
    id         TEXT   PRIMARY KEY NOT NULL,
    person_id  TEXT   NOT NULL,
    about_id   TEXT,
    body       TEXT   NOT NULL,
    progress   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    due_at     BIGINT NOT NULL
);
CREATE INDEX outbox_due ON outbox (due_at);
CREATE INDEX outbox_by_person ON outbox (person_id);
CREATE INDEX outbox_about ON outbox (about_id) WHERE about_id IS NOT NULL;
