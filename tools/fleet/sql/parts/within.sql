$1 >= edge.low AND $1 < edge.high AND (edge.inside = 1 OR $exactly($1))
