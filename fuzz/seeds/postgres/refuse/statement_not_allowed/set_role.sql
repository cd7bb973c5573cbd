-- Becomes another role.

SET ROLE postgres
