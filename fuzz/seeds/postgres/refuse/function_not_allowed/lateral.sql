-- Calls it in LATERAL.

SELECT * FROM orders LEFT JOIN LATERAL lo_create(0) AS f ON true
