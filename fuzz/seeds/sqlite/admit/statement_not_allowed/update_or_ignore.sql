-- Looks like update_or_ignore and is honest: OR in a condition.

SELECT note FROM orders WHERE id = 1 OR note = 'ignore'
