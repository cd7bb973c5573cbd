-- Looks like fts_match and is honest: searches by a condition on a table.
-- policy: deny_columns docs.body
-- fence: engine

SELECT count(*) FROM orders WHERE note LIKE 'f%'
