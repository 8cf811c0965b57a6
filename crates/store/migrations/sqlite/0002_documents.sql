-- Small things the server keeps beside tables and people, in its own words: content packs, passkeys. What belongs to a
-- person goes with that person.
CREATE TABLE documents (
    kind       TEXT   NOT NULL,
    id         TEXT   NOT NULL,
    person_id  TEXT,
    body       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_by_person ON documents (person_id);
