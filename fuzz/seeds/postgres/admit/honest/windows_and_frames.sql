-- Windows that build on each other.

SELECT sum(id) OVER w, avg(id) OVER (w ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM orders WINDOW w AS (PARTITION BY user_id ORDER BY id)
