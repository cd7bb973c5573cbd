-- Writes a keyword where a name belongs.

SELECT * FROM select
