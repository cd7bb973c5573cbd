-- Reads a table by its name in a text.

SELECT table_to_xml('secrets', true, false, '')
