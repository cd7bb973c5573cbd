SELECT slug, name, verdict, at, id FROM gates WHERE slug IN ($listed(:slugs)) ORDER BY slug, id
