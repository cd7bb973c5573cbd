-- Hides a pragma behind comments.

-- just a look
/**/PRAGMA/**/database_list
