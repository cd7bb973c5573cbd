-- Looks like collate and is honest: one behind a permitted one.

SELECT lower('A') COLLATE nocase
