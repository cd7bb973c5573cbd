// Package sqlite reads one SELECT the way SQLite itself does. Its automaton is SQLite's own: the tables that the Lemon
// parser generator made of SQLite's grammar, taken from the SQLite that the module links (see tables_gen.go and the
// folder gen), under a port of SQLite's tokenizer (https://sqlite.org/src/file/src/tokenize.c). It therefore accepts
// exactly what SQLite's parser accepts, and the tests hold it to that.
//
// A [Reading] lists what a guard must know of the statement: what it is, every relation, function, column, collation
// and parameter that it names, and where its LIMIT stands, each with byte offsets into the text. Names are without
// their quotes, otherwise as written; SQLite compares them without regard to the case of ASCII letters.
//
// The package does no I/O and keeps no state: all its functions are safe for concurrent use.
package sqlite

//go:generate go run ./gen
