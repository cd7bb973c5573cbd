-- Chooses the escape character.

SELECT U&"pg!005Fsleep" UESCAPE '!' (9)
