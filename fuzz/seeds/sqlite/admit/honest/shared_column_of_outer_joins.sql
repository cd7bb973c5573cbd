-- Outer joins that share a column: the engine calls coalesce for it, which the text does not name.

SELECT id FROM users FULL JOIN orders USING (id) FULL JOIN secrets USING (id)
