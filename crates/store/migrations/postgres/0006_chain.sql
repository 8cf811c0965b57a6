-- Each entry holds a hash of itself and the one before it, each table how its log ends. What is from before has none.
ALTER TABLE entries ADD COLUMN hash TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN length BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN head TEXT NOT NULL DEFAULT '';
