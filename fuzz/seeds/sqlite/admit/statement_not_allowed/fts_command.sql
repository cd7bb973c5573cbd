-- Searches it for the same word.

SELECT body FROM docs WHERE docs MATCH 'rebuild'
