-- Hides a write in the body of a trigger behind a SELECT.

SELECT 1; CREATE TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM users; END;
