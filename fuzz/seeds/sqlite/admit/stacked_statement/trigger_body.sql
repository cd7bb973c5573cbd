-- Has the body in a literal.

SELECT 'BEGIN DELETE FROM users; END;';
