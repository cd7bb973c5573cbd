-- Creates a file by attaching it.

ATTACH DATABASE 'evil.db' AS evil
