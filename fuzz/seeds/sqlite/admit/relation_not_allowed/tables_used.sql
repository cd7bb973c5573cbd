-- Looks like tables_used and is honest: splits a text.

SELECT value FROM json_each('["SELECT 1"]')
