SELECT slug, phase, started_at, id FROM phase_spans
WHERE slug IN (SELECT value FROM json_each(:slugs)) AND ended_at IS NULL ORDER BY slug, id
