-- Cuts a name by a NUL.
-- expand

SELECT * FROM orders«x00»_archive
