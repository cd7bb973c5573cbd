-- Looks like alter_role and is honest: asks who it is.

SELECT 1 AS superuser
