substr($1, -1)
