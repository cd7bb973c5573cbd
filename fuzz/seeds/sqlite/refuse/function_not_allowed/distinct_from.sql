-- Calls it behind IS NOT DISTINCT FROM.

SELECT 1 IS NOT DISTINCT FROM load_extension('evil')
