-- Looks like comment_in_name and is honest: comments around another.
-- policy: deny_columns users.token

SELECT u /**/ . /* token */ name FROM users u
