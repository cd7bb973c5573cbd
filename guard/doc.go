// Package guard decides whether a SQL text may run. It reads the text to a syntax tree, permits exactly one SELECT, WITH
// … SELECT or VALUES, holds every relation, column and function in it to a [Policy], strips what is stacked behind it,
// and puts in a LIMIT. What it admits is a [Statement], which nothing else can make and without which the query package
// runs nothing.
//
//	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 1000})
//	stmt, err := g.Check("SELECT name FROM users")
//
// It promises: text in, verdict out. No I/O, no clock, no global state; the same text and policy always give the same
// verdict; every error is a *[Refusal] with a stable code. It does not promise that an admitted statement is cheap
// (package query bounds that), nor that the names in it exist.
package guard
