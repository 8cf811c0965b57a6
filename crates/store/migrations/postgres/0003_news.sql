-- Whoever writes to a log, a server, another one or `bobbin admin`, every server hears of it when it is committed.
CREATE FUNCTION bobbin_tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_entries', NEW.table_id || ' ' || CASE TG_OP WHEN 'INSERT' THEN NEW.idx::text ELSE 'reworded' END);
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news AFTER INSERT OR UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION bobbin_tell_news();
