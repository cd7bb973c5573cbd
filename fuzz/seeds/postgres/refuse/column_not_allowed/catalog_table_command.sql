-- Reads them by TABLE.

TABLE pg_shadow
