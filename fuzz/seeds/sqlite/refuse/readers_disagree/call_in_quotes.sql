-- Makes one reader see a call within a quoted name.

SELECT 1 AS "a`, load_extension('x'), `b"
