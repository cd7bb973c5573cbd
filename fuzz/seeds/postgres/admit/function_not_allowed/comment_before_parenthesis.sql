-- Looks like comment_before_parenthesis and is honest: puts one there with a permitted one.

SELECT lower /* ( */ ('A')
