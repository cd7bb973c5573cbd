-- Doubles a text in every step of a clause.

WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n) SELECT max(length(t)) FROM n
