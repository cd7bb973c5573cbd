-- Looks like hba and is honest: lists types.

SELECT typname FROM pg_type
