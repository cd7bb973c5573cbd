-- The words as a string alias.

SELECT id 'alter table' FROM orders
