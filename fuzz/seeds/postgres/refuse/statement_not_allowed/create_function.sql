-- Creates a function.

CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'
