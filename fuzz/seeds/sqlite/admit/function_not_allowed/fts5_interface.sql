-- Looks like fts5_interface and is honest: an auxiliary function of it.

SELECT highlight(docs, 0, '[', ']') FROM docs WHERE docs MATCH 'fox'
