-- Puts the schema before it, both quoted, with a comment between.

SELECT data FROM "main"/**/./**/[sqlite_dbpage]
