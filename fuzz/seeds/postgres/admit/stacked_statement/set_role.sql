-- Looks like set_role and is honest: ends by a separator.

SELECT 1;
