-- Looks like table_to_xml and is honest: makes a document of rows.

SELECT json_agg(o) FROM orders o
