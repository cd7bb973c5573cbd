-- Makes the text long with one literal.
-- expand

SELECT '«x×102400»' AS padding
