-- Whatever changes what a person may do, every server hears of it when it is committed: a ban, another password, a key
-- that is taken away. Someone new is no news, nor is a new key or the use of one.
CREATE FUNCTION bobbin_tell_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_people', OLD.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news AFTER UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION bobbin_tell_of_person();

CREATE FUNCTION bobbin_tell_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_people', OLD.person_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news AFTER DELETE ON keys FOR EACH ROW EXECUTE FUNCTION bobbin_tell_of_key();
CREATE TRIGGER bobbin_news_of_change AFTER UPDATE ON keys FOR EACH ROW
    WHEN ((OLD.scopes, OLD.expires_at) IS DISTINCT FROM (NEW.scopes, NEW.expires_at))
    EXECUTE FUNCTION bobbin_tell_of_key();
