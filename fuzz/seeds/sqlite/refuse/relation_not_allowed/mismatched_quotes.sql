-- Closes a backquoted name by a double quote for other readers, to hide a table from them.

WITH c("""") AS (SELECT 1) SELECT `"`, (SELECT data FROM sqlite_dbpage LIMIT 1), ` -- ` FROM c, (SELECT 2 AS ` -- `)
