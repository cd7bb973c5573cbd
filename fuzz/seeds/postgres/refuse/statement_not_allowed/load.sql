-- Loads a library.

LOAD 'evil'
