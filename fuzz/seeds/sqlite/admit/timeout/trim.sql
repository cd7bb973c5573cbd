-- Trims by a short one.

SELECT trim('..a..', '.')
