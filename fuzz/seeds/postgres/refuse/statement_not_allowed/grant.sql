-- Grants rights.

GRANT ALL ON orders TO PUBLIC
