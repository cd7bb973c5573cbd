-- Looks like fts_command and is honest: searches it for the same word.

SELECT body FROM docs WHERE docs MATCH 'rebuild'
