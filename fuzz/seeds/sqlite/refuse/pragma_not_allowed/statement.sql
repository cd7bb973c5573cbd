-- Sets a pragma.

PRAGMA journal_mode = DELETE
