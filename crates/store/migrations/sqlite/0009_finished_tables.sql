-- Who looks for all tables looks for those that are over. So that an action does not move its table in this list, the
-- others are not in it.
DROP INDEX tables_by_time;
CREATE INDEX tables_over ON tables (game, updated_at) WHERE status = 'over';
