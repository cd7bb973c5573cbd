-- Which of the given slugs there are.
SELECT slug FROM streams WHERE slug IN (SELECT value FROM json_each(:slugs))
