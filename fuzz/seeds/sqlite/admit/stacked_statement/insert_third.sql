-- Has no write.

SELECT 1;
