-- Which of the given slugs there are.
SELECT slug FROM streams WHERE slug IN ($listed(:slugs))
