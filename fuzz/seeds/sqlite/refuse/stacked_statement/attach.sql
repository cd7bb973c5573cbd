-- Attaches a file.

SELECT 1; ATTACH 'evil.db' AS evil
