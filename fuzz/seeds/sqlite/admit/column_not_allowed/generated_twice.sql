-- Looks like generated_twice and is honest: compares one that is generated from another.
-- policy: deny_columns users.token
-- fence: engine

SELECT id FROM users WHERE name_upper = 'ANN'
