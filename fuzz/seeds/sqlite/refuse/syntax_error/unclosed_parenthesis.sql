-- Leaves a parenthesis open before the separator.

SELECT (1;
