-- Looks like copy_to_file and is honest: reads the table.

TABLE orders
