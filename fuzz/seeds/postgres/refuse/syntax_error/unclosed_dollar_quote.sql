-- Closes a dollar quote with another tag.

SELECT $a$ text $b$
