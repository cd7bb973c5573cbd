-- A long comment within the bound.
-- expand

SELECT 1 /* «-×90000» */
