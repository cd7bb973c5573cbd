-- Looks like dbpage_schema and is honest: does so with a table.

SELECT note FROM "main"/**/./**/[orders]
