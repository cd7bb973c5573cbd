-- Quotes it as MySQL does.

SELECT `load_extension`('evil')
