-- Looks like fts_vocabulary and is honest: reads the words of a text that no rule hides.
-- policy: deny_columns docs.body
-- fence: engine

SELECT note FROM orders
