-- Becomes another role.

SELECT 1; SET ROLE postgres
