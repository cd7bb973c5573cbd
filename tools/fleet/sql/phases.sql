SELECT phase, started_at, ended_at, id FROM phase_spans WHERE slug = :slug ORDER BY id
