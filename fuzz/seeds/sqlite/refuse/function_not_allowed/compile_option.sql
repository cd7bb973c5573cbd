-- Reads how the engine was built.

SELECT sqlite_compileoption_get(0)
