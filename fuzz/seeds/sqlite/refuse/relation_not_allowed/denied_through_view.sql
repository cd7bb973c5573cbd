-- Reads a view over a denied table: the text names the view only.
-- policy: deny_relations users
-- fence: engine

SELECT name FROM user_names
