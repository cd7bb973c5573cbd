-- Quotes it with brackets and changes its case.

SELECT file FROM [Pragma_Database_List]
