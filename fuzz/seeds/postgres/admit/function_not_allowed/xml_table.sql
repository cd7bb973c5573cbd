-- Looks like xml_table and is honest: a permitted one there.

SELECT * FROM xmltable('/a' PASSING xmlelement(name a, lower('A')) COLUMNS b text)
