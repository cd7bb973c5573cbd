-- Looks like cross_join and is honest: joins a permitted one with an argument from the row.

SELECT t.name, c.name FROM pragma_table_list AS t, pragma_table_info(t.name) AS c WHERE t.schema = 'main'
