-- The second reads a table that may be read.
-- notice: statements_stripped

SELECT 1 /* ; */ ; WITH c AS (SELECT id FROM orders) SELECT * FROM c;
