-- Looks like unicode_escape and is honest: writes a permitted one so.

SELECT U&"\006Cower"('A')
