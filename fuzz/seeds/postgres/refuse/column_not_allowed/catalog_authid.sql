-- Reads the hashes of passwords.

SELECT rolname, rolpassword FROM pg_authid
