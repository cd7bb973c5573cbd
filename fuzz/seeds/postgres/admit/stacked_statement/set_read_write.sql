-- Looks like set_read_write and is honest: ends by two.

SELECT 1;;
