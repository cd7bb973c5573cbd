package sqlite

import (
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// verdict is what the authorizer says of one action.
type verdict int32

const (
	permit verdict = sqlite3.SQLITE_OK
	blank  verdict = sqlite3.SQLITE_IGNORE // a column reads as NULL, a pragma does nothing
	deny   verdict = sqlite3.SQLITE_DENY   // the statement does not compile
)

// action is one thing that a statement would do, in the engine's own words:
// https://sqlite.org/c3ref/c_alter_table.html says what first and second are for each code. Inside is the innermost
// view or common table from which it is done.
type action struct {
	code                            int32
	first, second, database, inside string
}

// judge decides on the actions of the statement that is prepared or run.
type judge interface {
	judge(a action) verdict
}

// authorizer is the state of a connection's authorizer. Its zero value denies everything, and so it is whenever no
// judge was entered.
type authorizer struct {
	judge judge
}

// enter puts a judge in place, and returns what puts the former one back.
func (a *authorizer) enter(j judge) func() {
	former := a.judge
	a.judge = j
	return func() { a.judge = former }
}

// authorize is what the engine calls, while it compiles a statement and where a statement that runs compiles others:
// https://sqlite.org/c3ref/set_authorizer.html.
func authorize(tls *libc.TLS, _ uintptr, code int32, first, second, database, inside uintptr) int32 {
	c := connOf(tls)
	if c == nil || c.auth.judge == nil {
		return int32(deny)
	}
	return int32(c.auth.judge.judge(action{code, text(first), text(second), text(database), text(inside)}))
}

// trusting permits what the package's own statements do, which is to read, to describe and to keep transactions.
type trusting struct{}

func (trusting) judge(a action) verdict {
	switch a.code {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE,
		sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_TRANSACTION:
		return permit
	}
	return deny
}
