-- A comment beside it.

SELECT id FROM orders WHERE id /**/<=/**/ 2
