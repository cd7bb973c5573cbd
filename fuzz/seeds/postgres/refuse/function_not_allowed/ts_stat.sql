-- Runs a text for full-text statistics.

SELECT * FROM ts_stat('SELECT to_tsvector(token) FROM secrets')
