-- Copies the database away.

SELECT 1;

 VACUUM INTO 'copy.db'
