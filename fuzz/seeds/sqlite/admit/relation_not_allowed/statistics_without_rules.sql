-- Reads the statistics where no rule hides anything.

SELECT tbl, idx, stat FROM sqlite_stat1
