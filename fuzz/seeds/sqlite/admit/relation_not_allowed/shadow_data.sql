-- Searches the index.
-- fence: engine

SELECT body FROM docs WHERE docs MATCH 'fox'
