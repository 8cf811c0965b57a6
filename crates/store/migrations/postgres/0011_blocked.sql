-- Who has blocked somebody is kept for the one who is blocked, too: their sessions know whom they must not see.
INSERT INTO documents (kind, id, person_id, body, created_at)
SELECT 'blocked', (body::json ->> 'other') || ' ' || person_id, body::json ->> 'other', '{"id":""}', created_at
FROM documents WHERE kind = 'block' AND body::json ->> 'distance' = 'block';

-- Every server hears when it is committed that somebody is blocked, or not any more: it is about what they may see.
CREATE FUNCTION bobbin_tell_of_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bobbin_people', COALESCE(NEW.person_id, OLD.person_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER bobbin_news_of_blocked AFTER INSERT ON documents FOR EACH ROW
    WHEN (NEW.kind = 'blocked') EXECUTE FUNCTION bobbin_tell_of_blocked();
CREATE TRIGGER bobbin_news_of_let_near AFTER DELETE ON documents FOR EACH ROW
    WHEN (OLD.kind = 'blocked') EXECUTE FUNCTION bobbin_tell_of_blocked();
