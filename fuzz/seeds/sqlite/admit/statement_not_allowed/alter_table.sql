-- Looks like alter_table and is honest: the words as a string alias.

SELECT id 'alter table' FROM orders
