-- Matches a pattern that backtracks.

SELECT count(*) FROM generate_series(1, 1000000) AS i WHERE repeat('a', 5000) || i ~ '(a+)+$b'
