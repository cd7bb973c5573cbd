-- Puts an index clause behind it.

SELECT name FROM dbstat NOT INDEXED
