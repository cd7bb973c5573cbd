-- Inserts in the second clause, which nothing reads.

WITH a AS (SELECT 1), b AS (INSERT INTO orders(note) VALUES ('x')) SELECT * FROM a
