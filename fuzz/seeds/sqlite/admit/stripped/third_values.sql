-- Two more are stripped, one behind a comment.
-- notice: statements_stripped

SELECT 1; -- more
SELECT 2; VALUES (3)
