-- Looks like line_break_before_parenthesis and is honest: does so with a permitted one.

SELECT lower -- (
('EVIL')
