-- Looks like catalog_table_command and is honest: tABLE of a table.

TABLE orders
