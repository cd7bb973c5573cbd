-- Looks like extract and is honest: a permitted one there.

SELECT extract(epoch FROM make_interval(secs => 1))
