-- Puts a sign before the call.

SELECT ~ - + load_extension('evil')
