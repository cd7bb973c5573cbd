-- Looks like misplaced_separator_in_number and is honest: digits with a separator.

SELECT 1_000
