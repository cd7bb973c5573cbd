-- Updates in a clause within a subquery.

SELECT * FROM (WITH u AS (UPDATE orders SET note = 'x' RETURNING *) SELECT * FROM u) AS s
