-- Gives it a harmless alias.

SELECT orders.file FROM pragma_database_list AS orders
