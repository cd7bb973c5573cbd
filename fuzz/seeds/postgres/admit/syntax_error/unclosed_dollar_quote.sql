-- Looks like unclosed_dollar_quote and is honest: closes it with its own.

SELECT $a$ $b$ $a$
