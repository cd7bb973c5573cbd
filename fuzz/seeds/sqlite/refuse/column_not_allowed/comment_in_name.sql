-- Puts comments around the dot.
-- policy: deny_columns users.token

SELECT u /**/ . /* name */ token FROM users u
