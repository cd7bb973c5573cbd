-- Hides the star in a subquery whose columns are chosen outside.
-- policy: deny_columns users.token

SELECT name FROM (SELECT * FROM users)
