-- Names it behind NOT IN with its schema.

SELECT note FROM orders WHERE id NOT IN main.sqlite_dbpage
