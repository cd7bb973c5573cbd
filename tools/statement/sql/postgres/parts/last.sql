right($1, 1)
