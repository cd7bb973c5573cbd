-- What streams were quoted.
SELECT slug, quoted_usd FROM streams WHERE slug IN (SELECT value FROM json_each(:slugs))
