-- Quotes it as SQL Server does.

SELECT [load_extension]('evil')
