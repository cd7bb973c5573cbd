-- Looks like number_glued_to_a_word and is honest: a number and an alias.

SELECT 12 apples
