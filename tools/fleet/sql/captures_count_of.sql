SELECT count(*) FROM captures WHERE slug = :stream
