-- Looks like explain_pragma_like and is honest: a SELECT behind the same comments.

-- just a look
/**/SELECT/**/1
