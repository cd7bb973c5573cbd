-- Quotes the name of the function with double quotes.

SELECT file FROM "pragma_database_list"
