-- Looks like for_update and is honest: says that it does not.

SELECT * FROM orders FOR READ ONLY
