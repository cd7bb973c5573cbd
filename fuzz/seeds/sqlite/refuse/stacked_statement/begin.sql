-- Opens a transaction and leaves it open.

SELECT 1; BEGIN EXCLUSIVE
