-- Looks like create_subscription and is honest: the text as data.

SELECT 'host=evil'
