-- Edits a document.

SELECT json_set('{}', '$.a', note) FROM orders
