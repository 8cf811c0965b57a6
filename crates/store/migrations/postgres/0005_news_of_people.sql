-- Whatever changes what a person may do, every server hears of it when it is committed: a ban, another password, a key
-- that is made or taken away. Someone new is no news, nor is the use of a key.
CREATE FUNCTION bobbin_tell_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_people', OLD.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news AFTER UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION bobbin_tell_of_person();

CREATE FUNCTION bobbin_tell_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_people', CASE TG_OP WHEN 'INSERT' THEN NEW.person_id ELSE OLD.person_id END);
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news AFTER INSERT OR DELETE ON keys FOR EACH ROW EXECUTE FUNCTION bobbin_tell_of_key();
CREATE TRIGGER bobbin_news_of_change AFTER UPDATE ON keys FOR EACH ROW
    WHEN ((OLD.scopes, OLD.expires_at) IS DISTINCT FROM (NEW.scopes, NEW.expires_at))
    EXECUTE FUNCTION bobbin_tell_of_key();
