-- Has the doubled quote in the literal.

SELECT 'a''; DELETE FROM orders --'
