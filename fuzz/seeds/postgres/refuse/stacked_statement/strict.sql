-- Has a second SELECT where the policy refuses any.
-- policy: stacked refuse

SELECT 1; SELECT 2
