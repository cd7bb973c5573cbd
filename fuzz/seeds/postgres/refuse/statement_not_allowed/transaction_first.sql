-- Ends the transaction before anything else.

COMMIT; DROP SCHEMA public CASCADE; --
