-- Has something unreadable behind the separator.

SELECT 1; SELECT (
