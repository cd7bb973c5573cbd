-- Runs a text to turn it around.

SELECT * FROM crosstab('SELECT token, 1, 2 FROM secrets') AS t(a text, b int)
