-- Looks like trigger_body and is honest: has the body in a literal.

SELECT 'BEGIN DELETE FROM users; END;';
