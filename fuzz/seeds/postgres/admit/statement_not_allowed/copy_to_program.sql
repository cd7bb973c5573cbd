-- Looks like copy_to_program and is honest: the word in a literal.

SELECT 'COPY (SELECT 1) TO PROGRAM' AS copy_text
