-- A SELECT behind the same comments.

-- just a look
/**/SELECT/**/1
