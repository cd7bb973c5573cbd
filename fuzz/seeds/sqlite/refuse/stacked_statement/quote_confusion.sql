-- Ends a literal by a doubled quote that it hopes is read as two literals.

SELECT 'a'';'; DELETE FROM orders --'
