-- Reads an archive by an extension.

SELECT name, data FROM zipfile('/etc/archive.zip')
