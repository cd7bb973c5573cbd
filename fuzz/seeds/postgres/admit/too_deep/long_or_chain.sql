-- A chain of nine hundred ORs is long, but not deep.
-- expand

SELECT count(*) FROM orders WHERE id = 0« OR id = 1×900»
