-- Looks like eval and is honest: quotes a text as SQL would.

SELECT quote('DELETE FROM orders')
