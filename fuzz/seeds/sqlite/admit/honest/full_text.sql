-- A search with a snippet and a rank.

SELECT snippet(docs, 0, '[', ']', '…', 5), bm25(docs) FROM docs WHERE docs MATCH 'quick AND fox' ORDER BY rank
