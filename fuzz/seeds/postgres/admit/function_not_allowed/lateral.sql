-- Looks like lateral and is honest: a series in LATERAL.

SELECT * FROM orders LEFT JOIN LATERAL generate_series(1, 2) AS f ON true
