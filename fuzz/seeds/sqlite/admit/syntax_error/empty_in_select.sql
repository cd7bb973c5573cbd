-- An empty list where SQLite permits one.

SELECT 1 IN ()
