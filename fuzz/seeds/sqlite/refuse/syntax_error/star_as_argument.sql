-- Passes a star beside another argument.

SELECT count(*, id) FROM orders
