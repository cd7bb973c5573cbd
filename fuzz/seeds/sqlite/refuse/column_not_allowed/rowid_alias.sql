-- Reads a denied key by its other name.
-- policy: deny_columns users.id
-- fence: engine

SELECT rowid FROM users
