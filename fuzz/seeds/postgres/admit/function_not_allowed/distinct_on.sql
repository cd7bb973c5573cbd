-- Looks like distinct_on and is honest: a column there.

SELECT DISTINCT ON (note) id FROM orders ORDER BY note
