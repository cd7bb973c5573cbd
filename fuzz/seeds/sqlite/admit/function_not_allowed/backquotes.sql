-- Looks like backquotes and is honest: quotes a permitted one so.

SELECT `lower`('EVIL')
