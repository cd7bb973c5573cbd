-- Looks like unicode_escape_character and is honest: chooses it with a permitted one.

SELECT U&"!006Cower" UESCAPE '!' ('A')
