-- Looks like attach_file and is honest: names the main database.

SELECT id FROM main.orders
