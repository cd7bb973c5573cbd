-- Looks like glob_operator and is honest: the operators that PostgreSQL has.

SELECT note LIKE 'f%', note ~ '^f', note SIMILAR TO 'f%' FROM orders
