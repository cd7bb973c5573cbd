-- Looks like quote_confusion and is honest: has the doubled quote in the literal.

SELECT 'a''; DELETE FROM orders --'
