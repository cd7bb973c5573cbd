$1 >= edge.low AND $1 < edge.high AND (edge.inside OR $exactly($1))
