-- Rewrites the file.

VACUUM main
