-- Looks like unclosed_comment and is honest: the last comment is not closed, which SQLite permits.

SELECT 1 /* the end is missing
