-- Looks like dbpage_window_frame and is honest: computes the bound of a frame.

SELECT sum(id) OVER (ORDER BY id ROWS 1 + 1 PRECEDING) FROM orders
