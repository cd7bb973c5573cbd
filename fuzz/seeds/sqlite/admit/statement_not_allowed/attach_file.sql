-- Names the main database.

SELECT id FROM main.orders
