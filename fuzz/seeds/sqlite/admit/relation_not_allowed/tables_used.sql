-- Splits a text.

SELECT value FROM json_each('["SELECT 1"]')
