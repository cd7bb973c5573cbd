-- Attaches a file whose name is computed.

ATTACH 'ev' || 'il.db' AS (SELECT 'evil')
