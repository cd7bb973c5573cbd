-- Connects to another server.

SELECT * FROM dblink('host=evil', 'SELECT 1') AS t(a int)
