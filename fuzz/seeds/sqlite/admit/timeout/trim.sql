-- Looks like trim and is honest: trims by a short one.

SELECT trim('..a..', '.')
