-- Makes a text of a gigabyte in one call.

SELECT length(repeat(repeat('x', 100000), 9000))
