-- A chain of nine hundred ORs, as query builders write it: long, but not deep.
-- expand

SELECT count(*) FROM orders WHERE id = 0« OR id = 1×900»
