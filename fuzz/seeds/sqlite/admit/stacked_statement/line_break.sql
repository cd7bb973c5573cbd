-- Looks like line_break and is honest: has a line break before the separator.

SELECT 1
;
