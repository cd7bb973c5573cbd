-- Ends the connections of others.

SELECT pg_terminate_backend(1)
