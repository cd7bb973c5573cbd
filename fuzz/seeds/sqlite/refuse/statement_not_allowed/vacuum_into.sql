-- Copies the whole database to a new file.

VACUUM INTO 'copy.db'
