-- Rebuilds an index.

REINDEX orders
