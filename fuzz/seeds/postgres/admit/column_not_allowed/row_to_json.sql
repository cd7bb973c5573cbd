-- Looks like row_to_json and is honest: turns another into one.
-- policy: deny_columns users.token

SELECT row_to_json(o) FROM orders o
