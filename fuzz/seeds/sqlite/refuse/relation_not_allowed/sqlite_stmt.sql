-- Reads the statements of other callers.

SELECT sql FROM sqlite_stmt
