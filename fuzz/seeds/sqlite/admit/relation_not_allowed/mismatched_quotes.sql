-- Has a double quote within backquotes.

WITH c("""") AS (SELECT 1) SELECT `"` FROM c
