-- Looks like having and is honest: a call there.

SELECT count(*) FROM orders HAVING max(id) > 1
