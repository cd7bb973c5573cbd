-- Creates a view over a secret.

CREATE VIEW mine AS SELECT token FROM secrets
