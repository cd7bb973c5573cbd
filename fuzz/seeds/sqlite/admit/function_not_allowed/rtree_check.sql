-- Reads the tree.

SELECT count(*) FROM places
