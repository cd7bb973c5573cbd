-- Names no window behind WINDOW.

SELECT sum(id) OVER w FROM orders WINDOW (ORDER BY id)
