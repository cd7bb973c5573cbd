-- Ends a literal by a backslash and a quote, as MySQL would not.

SELECT '\'; DELETE FROM orders; --'
