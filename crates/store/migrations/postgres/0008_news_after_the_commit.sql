-- An entry is told of by whoever wrote it, after the commit: a NOTIFY within makes all commits wait for each other. Other
-- words in entries that were there are rare and must not be missed: they are still told with the commit.
DROP TRIGGER bobbin_news ON entries;
CREATE TRIGGER bobbin_news AFTER UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION bobbin_tell_news();
