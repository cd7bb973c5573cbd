-- Quotes the name.

SELECT "load_extension"('evil')
