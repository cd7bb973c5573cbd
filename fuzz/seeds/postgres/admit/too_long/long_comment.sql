-- Looks like long_comment and is honest: a long comment within the bound.
-- expand

SELECT 1 /* «-×90000» */
