-- Writes half a byte in a blob literal.

SELECT x'abc'
