-- A call there.

SELECT lower(note) NOTNULL FROM orders
