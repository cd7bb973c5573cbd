-- Looks like edit and is honest: edits a document.

SELECT json_set('{}', '$.a', note) FROM orders
