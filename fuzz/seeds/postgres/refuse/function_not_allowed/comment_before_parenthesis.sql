-- Puts a comment there.

SELECT pg_sleep /* ( */ (9)
