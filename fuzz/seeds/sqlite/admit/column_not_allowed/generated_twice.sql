-- Compares one that is generated from another.
-- policy: deny_columns users.token
-- fence: engine

SELECT id FROM users WHERE name_upper = 'ANN'
