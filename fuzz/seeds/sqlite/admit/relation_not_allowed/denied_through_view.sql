-- Looks like denied_through_view and is honest: reads a table that the view does not lead to.
-- policy: deny_relations users
-- fence: engine

SELECT note FROM orders
