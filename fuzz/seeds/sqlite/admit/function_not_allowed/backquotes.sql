-- Quotes a permitted one so.

SELECT `lower`('EVIL')
