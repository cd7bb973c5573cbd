-- Looks like fsdir_module and is honest: lists the keys of a document.

SELECT key FROM json_each('{"/": 1}')
