-- Looks like catalog_unicode_escape and is honest: writes a table so.

SELECT * FROM U&"\006Frders"
