ltrim(substr($1, 11), E'T \t\n\v\f\r')
