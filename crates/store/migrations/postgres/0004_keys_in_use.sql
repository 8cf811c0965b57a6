-- When something that lets someone in was last used, and by what kind of browser or program.
ALTER TABLE keys ADD COLUMN last_used_at BIGINT;
ALTER TABLE keys ADD COLUMN seen TEXT NOT NULL DEFAULT '';
