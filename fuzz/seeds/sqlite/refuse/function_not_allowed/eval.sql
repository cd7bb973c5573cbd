-- Runs a text as SQL.

SELECT eval('DELETE FROM orders')
