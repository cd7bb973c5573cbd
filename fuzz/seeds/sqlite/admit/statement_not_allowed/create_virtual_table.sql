-- Looks like create_virtual_table and is honest: joins with USING.

SELECT 1 FROM users AS a JOIN users AS b USING (id)
