-- Looks like database_list_bracketed and is honest: brackets around a permitted one.

SELECT name FROM [Pragma_Table_List]
