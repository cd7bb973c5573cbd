-- Reads the bytes of a text.

SELECT hex('simple')
