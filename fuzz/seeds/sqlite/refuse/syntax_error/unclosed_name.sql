-- Leaves a bracketed name open.

SELECT [abc FROM orders
