-- Looks like rtree_check and is honest: reads the tree.

SELECT count(*) FROM places
