-- Reads what another caller of the connection did.

SELECT last_insert_rowid()
