-- Checks any table by name.

SELECT rtreecheck('places')
