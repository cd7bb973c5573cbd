-- Looks like set_read_write and is honest: the words as a name.

SELECT 1 AS "read write"
