-- Looks like insert_third and is honest: has no write.

SELECT 1;
