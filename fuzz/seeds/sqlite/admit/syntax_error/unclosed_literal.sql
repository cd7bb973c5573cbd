-- A literal with a quote at its end.

SELECT 'abc'''
