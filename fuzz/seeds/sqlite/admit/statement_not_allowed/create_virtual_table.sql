-- Joins with USING.

SELECT 1 FROM users AS a JOIN users AS b USING (id)
