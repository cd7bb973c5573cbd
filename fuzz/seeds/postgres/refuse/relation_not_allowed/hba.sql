-- Reads who may connect.

SELECT * FROM pg_hba_file_rules
