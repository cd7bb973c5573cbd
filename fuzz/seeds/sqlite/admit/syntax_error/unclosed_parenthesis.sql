-- Looks like unclosed_parenthesis and is honest: closes it.

SELECT (1);
