-- What streams were quoted.
SELECT slug, quoted_usd FROM streams WHERE slug IN ($listed(:slugs))
