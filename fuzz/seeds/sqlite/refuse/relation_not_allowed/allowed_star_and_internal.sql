-- Reads engine internals where everything is on the list.
-- policy: allow_relations *

SELECT * FROM sqlite_dbpage
