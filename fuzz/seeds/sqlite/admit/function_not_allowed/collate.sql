-- One behind a permitted one.

SELECT lower('A') COLLATE nocase
