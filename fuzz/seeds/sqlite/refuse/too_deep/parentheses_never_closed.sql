-- Opens thousands of parentheses and ends the text.
-- expand

SELECT «(×20000»
