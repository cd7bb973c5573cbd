-- Puts LIMIT behind VALUES, where SQLite has none.

VALUES (1), (2) LIMIT 1
