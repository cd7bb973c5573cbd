-- Every kind of parameter.

SELECT 1 WHERE ?1 IS NULL AND ? IS NULL AND :a IS NULL AND @b IS NULL AND $c IS NULL
