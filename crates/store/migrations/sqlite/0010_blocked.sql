-- Who has blocked somebody is kept for the one who is blocked, too: their sessions know whom they must not see.
INSERT INTO documents (kind, id, person_id, body, created_at)
SELECT 'blocked', json_extract(body, '$.other') || ' ' || person_id, json_extract(body, '$.other'), '{"id":""}', created_at
FROM documents WHERE kind = 'block' AND json_extract(body, '$.distance') = 'block';
