-- Reads the nodes of an R*Tree.
-- fence: engine

SELECT data FROM places_node
