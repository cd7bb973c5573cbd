-- The character that stands for such bytes.
-- expand

SELECT '�'
