-- Uses the name of the function behind IN, without FROM.

SELECT 1 WHERE 1 IN pragma_database_list
