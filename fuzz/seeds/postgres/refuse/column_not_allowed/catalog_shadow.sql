-- Reads them by the older view.

SELECT passwd FROM pg_catalog.pg_shadow
