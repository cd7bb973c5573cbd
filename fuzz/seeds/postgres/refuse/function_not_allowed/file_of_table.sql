-- Reads where a table lies.

SELECT pg_relation_filepath('orders')
