-- Creates a trigger, whose body holds separators of its own.

CREATE TEMP TRIGGER spy AFTER INSERT ON orders BEGIN SELECT 1; DELETE FROM users; END
