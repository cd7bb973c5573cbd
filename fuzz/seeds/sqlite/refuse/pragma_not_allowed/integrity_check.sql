-- Reads the whole file for long.

SELECT * FROM pragma_integrity_check
