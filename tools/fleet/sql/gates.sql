SELECT slug, name, verdict, at, id FROM gates WHERE slug IN (SELECT value FROM json_each(:slugs)) ORDER BY slug, id
