-- Looks like mismatched_quotes and is honest: has a double quote within backquotes.

WITH c("""") AS (SELECT 1) SELECT `"` FROM c
