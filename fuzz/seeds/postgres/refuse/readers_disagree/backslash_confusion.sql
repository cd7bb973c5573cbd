-- Ends a plain literal by a backslash and a quote.

SELECT '\'; DELETE FROM orders --'
