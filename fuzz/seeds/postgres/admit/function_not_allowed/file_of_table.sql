-- Looks like file_of_table and is honest: has the name as data.

SELECT 'orders'
