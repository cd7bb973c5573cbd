-- Looks like query_to_xml and is honest: makes a document.

SELECT xmlelement(name a, 'SELECT token FROM secrets')
