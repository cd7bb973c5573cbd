-- Looks like shadow_content and is honest: reads the table itself.
-- fence: engine

SELECT body FROM docs
