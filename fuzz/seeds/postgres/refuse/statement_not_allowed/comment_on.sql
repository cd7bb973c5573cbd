-- Writes a comment to the catalog.

COMMENT ON TABLE orders IS 'x'
