-- Reads the table itself.
-- fence: engine

SELECT body FROM docs
