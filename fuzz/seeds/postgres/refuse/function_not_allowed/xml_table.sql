-- Calls it in XMLTABLE.

SELECT * FROM xmltable('/a' PASSING xmlelement(name a, pg_sleep(9)::text) COLUMNS b text)
