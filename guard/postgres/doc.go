// Package postgres reads one PostgreSQL SELECT and tells what stands in it. The grammar is PostgreSQL's own
// (github.com/pganalyze/pg_query_go), so the package needs cgo; without it Read returns an error that says so, and the
// tables of functions, operators and relations still work.
//
// Read walks every node of the tree by reflection over its protobuf and refuses each type of node that the table in
// nodes.go does not admit, so a grammar that grows admits nothing new by itself.
package postgres
