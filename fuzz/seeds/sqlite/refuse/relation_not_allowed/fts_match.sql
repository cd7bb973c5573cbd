-- Guesses a denied text by searching it.
-- policy: deny_columns docs.body
-- fence: engine

SELECT count(*) FROM docs WHERE docs MATCH 'secret*'
