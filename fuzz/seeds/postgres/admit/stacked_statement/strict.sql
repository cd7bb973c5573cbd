-- Looks like strict and is honest: a separator at the end there.
-- policy: stacked refuse

SELECT 1;
