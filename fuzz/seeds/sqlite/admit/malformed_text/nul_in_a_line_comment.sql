-- Looks like nul_in_a_line_comment and is honest: a line comment before LIMIT.
-- expand

SELECT note FROM orders -- newest
LIMIT 1
