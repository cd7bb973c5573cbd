-- Reads the shadow table of a full-text index.
-- fence: engine

SELECT block FROM docs_data
