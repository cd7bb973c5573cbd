-- Calls it as the bound of a frame.

SELECT sum(id) OVER (ORDER BY id ROWS load_extension('evil') PRECEDING) FROM orders
