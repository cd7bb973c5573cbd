-- Places in a rectangle.

SELECT name FROM places WHERE min_x >= 0 AND max_x <= 10
