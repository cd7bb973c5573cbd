-- Looks like lone_high_byte and is honest: the character that stands for such bytes.
-- expand

SELECT '�'
