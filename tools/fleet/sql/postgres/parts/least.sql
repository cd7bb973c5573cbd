least(CAST($1 AS text) COLLATE "C", CAST($2 AS text) COLLATE "C")
