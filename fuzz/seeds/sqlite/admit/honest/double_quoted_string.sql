-- A string in double quotes, as language models write it.

SELECT name FROM users WHERE name = "Ann"
