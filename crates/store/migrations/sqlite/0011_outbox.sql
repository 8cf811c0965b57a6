-- What people are to be told, until they are: written with the entry that causes it.
CREATE TABLE outbox (
    id         TEXT   PRIMARY KEY NOT NULL,
    person_id  TEXT   NOT NULL,
    about_id   TEXT,
    body       TEXT   NOT NULL,
    progress   TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    due_at     BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due_at);
CREATE INDEX outbox_by_person ON outbox (person_id);
CREATE INDEX outbox_about ON outbox (about_id) WHERE about_id IS NOT NULL;

-- An entry brings its calls along, as JSON; most bring none.
DROP VIEW new_entries;
CREATE VIEW new_entries AS
    SELECT e.table_id, e.idx, e.at, e.body, e.hash, '' AS previous,
           t.game, t.status, t.listed, t.created_at, t.updated_at, t.due_at, t.summary, NULL AS calls
    FROM entries e JOIN tables t ON t.id = e.table_id;

CREATE TRIGGER new_entries_come INSTEAD OF INSERT ON new_entries BEGIN
    SELECT RAISE(IGNORE) WHERE
        EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND idx = NEW.idx)
        OR NOT EXISTS (
            SELECT 1 FROM (SELECT 1) LEFT JOIN tables t ON t.id = NEW.table_id
            WHERE COALESCE(t.moving, '') = '' AND (
                (COALESCE(t.length, 0) = NEW.idx AND COALESCE(NULLIF(t.head, ''), '0000000000000000000000000000000000000000000000000000000000000000') = NEW.previous)
                OR (t.length < NEW.idx AND EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND idx = NEW.idx - 1))));
    INSERT INTO entries (table_id, idx, at, body, hash) VALUES (NEW.table_id, NEW.idx, NEW.at, NEW.body, NEW.hash);
    INSERT INTO tables (id, game, status, listed, created_at, updated_at, due_at, summary, length, head)
        SELECT NEW.table_id, NEW.game, NEW.status, NEW.listed, NEW.created_at, NEW.updated_at, NEW.due_at, NEW.summary, NEW.idx + 1, NEW.hash
        WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id);
    UPDATE tables SET updated_at = NEW.updated_at, summary = NEW.summary, length = NEW.idx + 1, head = NEW.hash WHERE id = NEW.table_id;
    -- An index is written anew for each column that is set, be it to what it was.
    UPDATE tables SET status = NEW.status, listed = NEW.listed, due_at = NEW.due_at
        WHERE id = NEW.table_id AND (status, listed, due_at) IS NOT (NEW.status, NEW.listed, NEW.due_at);
    INSERT INTO outbox (id, person_id, about_id, body, progress, created_at, due_at)
        SELECT value ->> 'id', value ->> 'person', value ->> 'about', value ->> 'body', value ->> 'progress',
               value ->> 'created_at', value ->> 'due_at' FROM json_each(NEW.calls)
        WHERE true ON CONFLICT DO NOTHING;
END;
