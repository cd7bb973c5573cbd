-- Reads a setting of the connection.

SELECT * FROM pragma_journal_mode
