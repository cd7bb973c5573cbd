-- Does so with a table.

SELECT note FROM "main"/**/./**/[orders]
