-- Names it behind IN, without FROM.

SELECT note FROM orders WHERE id IN sqlite_dbpage
