-- Puts a line break between them.

SELECT 1;
UPDATE orders SET note = 'x'
