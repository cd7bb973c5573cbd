-- Windows that build on each other, with each kind of frame.

SELECT sum(id) OVER w, avg(id) OVER (w ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES), ntile(2) OVER (w GROUPS CURRENT ROW) FROM orders WINDOW w AS (PARTITION BY user_id ORDER BY id)
