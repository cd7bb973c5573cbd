-- Writes statistics.

ANALYZE orders
