-- Looks like shadow_node and is honest: reads the tree itself.
-- fence: engine

SELECT id FROM places WHERE min_x < 1
