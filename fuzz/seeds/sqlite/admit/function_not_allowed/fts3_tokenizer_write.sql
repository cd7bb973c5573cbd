-- A blob as an argument.

SELECT length(x'4141414141414141')
