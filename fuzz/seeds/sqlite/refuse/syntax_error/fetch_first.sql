-- Uses FETCH FIRST, which SQLite does not have.

SELECT * FROM orders FETCH FIRST 5 ROWS ONLY
