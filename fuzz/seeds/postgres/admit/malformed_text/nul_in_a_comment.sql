-- Looks like nul_in_a_comment and is honest: a comment of that form.
-- expand

SELECT 1 -- nothing
;
