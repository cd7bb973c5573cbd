SELECT slug, phase, started_at, id FROM phase_spans
WHERE slug IN ($listed(:slugs)) AND ended_at IS NULL ORDER BY slug, id
