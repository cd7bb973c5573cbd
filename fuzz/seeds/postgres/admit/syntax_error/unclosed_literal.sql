-- Looks like unclosed_literal and is honest: a literal with a quote at its end.

SELECT 'abc'''
