-- Calls an operator that is not built in.

SELECT 1 ### 2
