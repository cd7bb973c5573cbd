-- Looks like generated_stored and is honest: reads one that is generated from another.
-- policy: deny_columns users.token
-- fence: engine

SELECT name_upper FROM users
