-- Reads the content behind a full-text table.
-- fence: engine

SELECT c0 FROM docs_content
