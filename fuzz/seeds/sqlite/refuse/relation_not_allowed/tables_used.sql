-- Asks what a text would read.

SELECT * FROM tables_used('SELECT 1')
