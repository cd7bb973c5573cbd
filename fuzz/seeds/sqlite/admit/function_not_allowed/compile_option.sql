-- Asks for one option.

SELECT sqlite_compileoption_used('ENABLE_FTS5')
