-- Nests row values.
-- expand

SELECT «(1, ×3000»1«)×3000» = 1
