-- Negates thousands of times: each NOT is a level of the tree.
-- expand

SELECT «NOT ×4000»1
