-- Leaves a comment open there, which SQLite permits.

SELECT 1; /* abc
