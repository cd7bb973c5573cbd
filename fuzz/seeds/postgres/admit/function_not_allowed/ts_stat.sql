-- Looks like ts_stat and is honest: makes a vector.

SELECT to_tsvector('simple', 'SELECT token FROM secrets')
