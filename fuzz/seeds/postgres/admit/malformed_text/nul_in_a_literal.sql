-- Looks like nul_in_a_literal and is honest: the escape of another character.
-- expand

SELECT E'a\tb'
