-- Comments around another.
-- policy: deny_columns users.token

SELECT u /**/ . /* token */ name FROM users u
