package oracle

import (
	"fmt"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// OpenFile opens a connection to a database file that may write to it: what a statement would do to the file, it does.
func OpenFile(path string) (*Engine, error) { return open(path, sqlite3.SQLITE_OPEN_READWRITE) }

// Trace is what SQLite did for a statement.
type Trace struct {
	Message  string  // of what ended it early, "" for its end or for enough rows
	Events   []Event // what it asked its authorizer, while it compiled the statement and while it ran it
	ReadOnly bool    // sqlite3_stmt_readonly
	Changed  int64   // rows that were inserted, updated and deleted
	Rows     int
}

// Run prepares the first statement of a text and steps at most so many rows and so long. Parameters are NULL.
func (e *Engine) Run(text string, rows int, limit time.Duration) Trace {
	e.events = e.events[:0]
	z, err := libc.CString(text)
	if err != nil {
		return Trace{Message: err.Error()}
	}
	defer libc.Xfree(e.tls, z)
	out := e.tls.Alloc(8)
	defer e.tls.Free(8)
	before := sqlite3.Xsqlite3_total_changes64(e.tls, e.db)
	rc := sqlite3.Xsqlite3_prepare_v2(e.tls, e.db, z, -1, out, 0)
	stmt := word(out)
	var t Trace
	if rc == sqlite3.SQLITE_OK && stmt != 0 {
		t.ReadOnly = sqlite3.Xsqlite3_stmt_readonly(e.tls, stmt) != 0
		end := time.AfterFunc(limit, func() { sqlite3.Xsqlite3_interrupt(e.tls, e.db) })
		for rc = sqlite3.SQLITE_ROW; rc == sqlite3.SQLITE_ROW && t.Rows < rows; t.Rows++ {
			if rc = sqlite3.Xsqlite3_step(e.tls, stmt); rc != sqlite3.SQLITE_ROW {
				break
			}
		}
		end.Stop()
	}
	if rc != sqlite3.SQLITE_OK && rc != sqlite3.SQLITE_ROW && rc != sqlite3.SQLITE_DONE {
		t.Message = libc.GoString(sqlite3.Xsqlite3_errmsg(e.tls, e.db))
	}
	sqlite3.Xsqlite3_finalize(e.tls, stmt)
	t.Events = append(t.Events, e.events...)
	t.Changed = sqlite3.Xsqlite3_total_changes64(e.tls, e.db) - before
	return t
}

// Writing says which of the questions is about writing, or about anything else than reading, "" where none is. A pragma
// counts as reading where reads says that it only tells.
func Writing(events []Event, reads func(pragma, argument string) bool) string {
	for _, event := range events {
		switch event.Action {
		case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE:
		case sqlite3.SQLITE_PRAGMA:
			if !reads(event.First, event.Second) {
				return fmt.Sprintf("SQLite runs the pragma %s(%s)", event.First, event.Second)
			}
		default:
			return fmt.Sprintf("SQLite asks for action %d %q %q", event.Action, event.First, event.Second)
		}
	}
	return ""
}

// Touched are the relations and functions that SQLite asks for, as it calls them.
func Touched(events []Event) (relations, functions []string) {
	for _, event := range events {
		switch event.Action {
		case sqlite3.SQLITE_READ:
			relations = append(relations, event.First)
		case sqlite3.SQLITE_FUNCTION:
			functions = append(functions, event.Second)
		}
	}
	return relations, functions
}
