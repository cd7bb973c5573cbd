-- Looks like denied_in and is honest: has the word in a list.
-- policy: deny_relations secrets

SELECT name FROM users WHERE name IN ('secrets')
