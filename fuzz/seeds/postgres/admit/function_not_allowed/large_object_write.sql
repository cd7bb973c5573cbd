-- Looks like large_object_write and is honest: makes bytes.

SELECT 'x'::bytea
