-- Calls it in the condition of a join.

SELECT 1 FROM users u JOIN orders o ON load_extension('evil')
