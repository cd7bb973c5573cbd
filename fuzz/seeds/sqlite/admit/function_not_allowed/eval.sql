-- Quotes a text as SQL would.

SELECT quote('DELETE FROM orders')
