sum($1)
