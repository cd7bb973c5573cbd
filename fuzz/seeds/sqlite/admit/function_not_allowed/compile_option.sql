-- Looks like compile_option and is honest: asks for one option.

SELECT sqlite_compileoption_used('ENABLE_FTS5')
