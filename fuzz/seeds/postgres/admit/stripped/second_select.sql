-- A second SELECT is stripped.
-- notice: statements_stripped

SELECT 1;
SELECT 2
