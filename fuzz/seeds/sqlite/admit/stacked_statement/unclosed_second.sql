-- Looks like unclosed_second and is honest: leaves a comment open there, which SQLite permits.

SELECT 1; /* abc
