-- Has a line break before the separator.

SELECT 1
;
