-- Runs a text.

SELECT query_to_xml('SELECT token FROM secrets', true, false, '')
