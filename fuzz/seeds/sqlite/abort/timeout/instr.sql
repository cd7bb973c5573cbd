-- Searches a long text for another that almost occurs, over and over.

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT sum(instr(hex(zeroblob(490000)), hex(zeroblob(245000)) || i)) FROM n
