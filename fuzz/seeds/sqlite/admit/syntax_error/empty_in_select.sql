-- Looks like empty_in_select and is honest: an empty list where SQLite permits one.

SELECT 1 IN ()
