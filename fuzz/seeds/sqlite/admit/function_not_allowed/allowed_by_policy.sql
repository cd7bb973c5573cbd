-- Calls what the policy admits beside the table.
-- policy: allow_functions changes

SELECT changes()
