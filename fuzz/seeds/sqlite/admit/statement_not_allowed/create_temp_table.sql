-- Looks like create_temp_table and is honest: keeps rows aside in a clause instead.

WITH copy AS MATERIALIZED (SELECT * FROM orders) SELECT * FROM copy
