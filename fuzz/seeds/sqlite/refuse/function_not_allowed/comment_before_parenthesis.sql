-- Puts a comment between name and parenthesis.

SELECT load_extension /* ( */ ('evil')
