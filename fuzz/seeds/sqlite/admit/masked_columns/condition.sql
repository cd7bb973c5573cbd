-- Guesses it by a condition, which no NULL meets.
-- policy: mask_columns users.token

SELECT count(*) FROM users WHERE token >= 'SECRET'
