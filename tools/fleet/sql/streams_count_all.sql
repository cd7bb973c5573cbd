-- How many streams of all six states there are: a count of the whole table, which looks at no row, less what lies between
-- the states in the index, where a record that keeps to its schema has nothing.
WITH gap (low, high) AS (
  VALUES ('abandoned', 'blocked'), ('blocked', 'gated'), ('gated', 'merged'), ('merged', 'queued'), ('queued', 'running')
)
SELECT
  (SELECT count(*) FROM streams)
  - (SELECT count(*) FROM streams WHERE state IS NULL)
  - (SELECT count(*) FROM streams WHERE state < 'abandoned')
  - (SELECT count(*) FROM gap CROSS JOIN streams WHERE state > gap.low AND state < gap.high)
  - (SELECT count(*) FROM streams WHERE state > 'running')
