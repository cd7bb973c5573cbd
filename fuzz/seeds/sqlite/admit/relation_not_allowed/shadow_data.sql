-- Looks like shadow_data and is honest: searches the index.
-- fence: engine

SELECT body FROM docs WHERE docs MATCH 'fox'
