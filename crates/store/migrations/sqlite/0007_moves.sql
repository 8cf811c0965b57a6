-- While a table moves to another database its row says so, in both.
ALTER TABLE tables ADD COLUMN moving TEXT NOT NULL DEFAULT '';
CREATE INDEX tables_moving ON tables (id) WHERE moving <> '';
