-- Makes the text long with a dollar-quoted literal.
-- expand

SELECT $$«x×102400»$$
