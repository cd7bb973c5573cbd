-- Looks like rowid_alias and is honest: reads the row number of a table whose key is not denied.
-- policy: deny_columns users.id
-- fence: engine

SELECT rowid FROM orders
