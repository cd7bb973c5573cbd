-- Writes a large object, which a read-only transaction permits.

SELECT lo_from_bytea(0, 'x')
