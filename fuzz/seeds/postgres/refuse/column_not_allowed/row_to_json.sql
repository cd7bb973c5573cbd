-- Turns the row into a document.
-- policy: deny_columns users.token

SELECT row_to_json(u) FROM users u
