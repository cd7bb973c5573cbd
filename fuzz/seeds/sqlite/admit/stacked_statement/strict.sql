-- Has a separator at the end there.
-- policy: stacked refuse

SELECT 1;
