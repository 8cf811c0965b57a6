-- Lists show the latest tables that are listed, of one game or of all: few among many.
CREATE INDEX tables_listed ON tables (updated_at) WHERE listed = 1;
CREATE INDEX tables_listed_by_game ON tables (game, updated_at) WHERE listed = 1;
