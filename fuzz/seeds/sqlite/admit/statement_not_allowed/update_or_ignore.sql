-- OR in a condition.

SELECT note FROM orders WHERE id = 1 OR note = 'ignore'
