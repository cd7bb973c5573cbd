-- Reads a pragma, which some pragmas write at.

PRAGMA optimize
