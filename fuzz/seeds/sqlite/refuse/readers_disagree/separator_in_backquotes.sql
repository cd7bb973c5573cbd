-- Makes one reader see a second statement within a quoted name.

SELECT 1 AS `"; DELETE FROM orders --`
