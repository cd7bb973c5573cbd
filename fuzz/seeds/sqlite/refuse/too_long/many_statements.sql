-- Sends thousands of separators, each an empty statement.
-- expand

SELECT 1«;×102400»
