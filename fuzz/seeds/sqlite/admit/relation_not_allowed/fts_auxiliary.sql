-- Looks like fts_auxiliary and is honest: reads the text of an index that no rule hides.
-- policy: deny_columns docs.body
-- fence: engine

SELECT note FROM orders
