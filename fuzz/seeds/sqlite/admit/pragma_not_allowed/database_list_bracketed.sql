-- Brackets around a permitted one.

SELECT name FROM [Pragma_Table_List]
