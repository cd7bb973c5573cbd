-- Uses a no-break space between words: it becomes part of the name.

SELECT 1 FROM orders WHERE id = 1
