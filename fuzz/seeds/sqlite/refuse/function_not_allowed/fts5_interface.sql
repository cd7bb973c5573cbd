-- Takes the pointer of the search extension.

SELECT fts5(NULL)
