-- Looks like zipfile_module and is honest: the word as a value.

SELECT 'zipfile' AS name
