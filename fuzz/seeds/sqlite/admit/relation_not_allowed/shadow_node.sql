-- Reads the tree itself.
-- fence: engine

SELECT id FROM places WHERE min_x < 1
