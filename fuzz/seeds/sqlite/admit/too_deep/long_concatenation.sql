-- A long concatenation leans to the left and is no nesting.
-- expand

SELECT 'a'« || 'b'×300» AS text
