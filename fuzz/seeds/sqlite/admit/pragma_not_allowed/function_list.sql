-- Lists collations.

SELECT name FROM pragma_collation_list
