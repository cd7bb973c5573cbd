-- Lists the keys of a document.

SELECT key FROM json_each('{"/": 1}')
