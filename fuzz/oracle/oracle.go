// Package oracle asks the SQLite that the module links what it makes of a text: whether its parser accepts it, and
// what the statement would touch, and what it does when it runs with nothing to guard it. Tests hold the guard and its
// reader against it; nothing else imports it.
package oracle

import (
	"fmt"
	"regexp"
	"strings"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Engine is one connection. It is for one goroutine.
type Engine struct {
	tls    *libc.TLS
	db     uintptr
	events []Event
}

// Event is one question of SQLite to its authorizer.
type Event struct {
	Action             int // sqlite3.SQLITE_READ, …
	First, Second      string
	Database, Accessor string // Accessor is the innermost view, trigger or CTE
}

// Outcome is what became of preparing a text.
type Outcome struct {
	Message    string   // "" if it was prepared
	Offset     int      // of the token that the message is about, -1 if SQLite does not say
	Empty      bool     // there was no statement in it
	Tail       int      // where SQLite stopped reading
	Parameters []string // the names by index, from 1; "" for one without a name
	Explain    int      // 1 for EXPLAIN, 2 for EXPLAIN QUERY PLAN
	Events     []Event
}

// Open opens a connection to an empty database in memory.
func Open() (*Engine, error) {
	return open(":memory:", sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE)
}

func open(path string, flags int32) (*Engine, error) {
	e := &Engine{tls: libc.NewTLS()}
	name, err := libc.CString(path)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(e.tls, name)
	out := e.tls.Alloc(8)
	defer e.tls.Free(8)
	if rc := sqlite3.Xsqlite3_open_v2(e.tls, name, out, flags, 0); rc != sqlite3.SQLITE_OK {
		return nil, fmt.Errorf("sqlite3_open_v2: %d", rc)
	}
	e.db = word(out)
	return e, nil
}

// Authorize has every Prepare record what SQLite asks its authorizer.
func (e *Engine) Authorize() {
	authorizers[e.db] = e
	sqlite3.Xsqlite3_set_authorizer(e.tls, e.db, pointer(authorize), e.db)
}

var authorizers = map[uintptr]*Engine{}

func authorize(_ *libc.TLS, db uintptr, action int32, first, second, database, accessor uintptr) int32 {
	text := func(p uintptr) string {
		if p == 0 {
			return ""
		}
		return libc.GoString(p)
	}
	e := authorizers[db]
	e.events = append(e.events, Event{int(action), text(first), text(second), text(database), text(accessor)})
	return sqlite3.SQLITE_OK
}

// pointer turns a Go function into what the translated C calls: see https://golang.org/s/go11func.
func pointer(f func(*libc.TLS, uintptr, int32, uintptr, uintptr, uintptr, uintptr) int32) uintptr {
	return *(*uintptr)(unsafe.Pointer(&struct {
		f func(*libc.TLS, uintptr, int32, uintptr, uintptr, uintptr, uintptr) int32
	}{f}))
}

// word returns the word at an address of the translated C.
func word(address uintptr) uintptr {
	return **(**uintptr)(unsafe.Pointer(&address))
}

// Close closes the connection.
func (e *Engine) Close() {
	delete(authorizers, e.db)
	sqlite3.Xsqlite3_close_v2(e.tls, e.db)
	e.tls.Close()
}

// Prepare prepares the first statement of a text.
func (e *Engine) Prepare(text string) Outcome {
	e.events = e.events[:0]
	z, err := libc.CString(text)
	if err != nil {
		return Outcome{Message: err.Error()}
	}
	defer libc.Xfree(e.tls, z)
	out := e.tls.Alloc(16)
	defer e.tls.Free(16)
	rc := sqlite3.Xsqlite3_prepare_v2(e.tls, e.db, z, -1, out, out+8)
	stmt := word(out)
	o := Outcome{Offset: -1, Events: append([]Event(nil), e.events...)}
	if rc != sqlite3.SQLITE_OK {
		o.Message = libc.GoString(sqlite3.Xsqlite3_errmsg(e.tls, e.db))
		o.Offset = int(sqlite3.Xsqlite3_error_offset(e.tls, e.db))
		return o
	}
	o.Tail = int(word(out+8) - z)
	if o.Empty = stmt == 0; o.Empty {
		return o
	}
	o.Explain = int(sqlite3.Xsqlite3_stmt_isexplain(e.tls, stmt))
	for i := range sqlite3.Xsqlite3_bind_parameter_count(e.tls, stmt) {
		name := ""
		if p := sqlite3.Xsqlite3_bind_parameter_name(e.tls, stmt, i+1); p != 0 {
			name = libc.GoString(p)
		}
		o.Parameters = append(o.Parameters, name)
	}
	sqlite3.Xsqlite3_finalize(e.tls, stmt)
	return o
}

// Exec runs statements that a test sets its schema up with.
func (e *Engine) Exec(text string) error {
	z, err := libc.CString(text)
	if err != nil {
		return err
	}
	defer libc.Xfree(e.tls, z)
	if rc := sqlite3.Xsqlite3_exec(e.tls, e.db, z, 0, 0, 0); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("%s", libc.GoString(sqlite3.Xsqlite3_errmsg(e.tls, e.db)))
	}
	return nil
}

// Verdict is what an outcome says of the text as a piece of grammar.
type Verdict int

// The verdicts.
const (
	Accepted  Verdict = iota // SQLite read the statement to its end
	Rejected                 // its parser refuses the text
	Undecided                // it stopped for another reason, perhaps before the end of the text
)

// rejected are the messages of the parser and of its actions that no schema can have a part in.
var rejected = regexp.MustCompile(`(?s)^(near ".*": syntax error|unrecognized token: ".*"|incomplete input|` +
	`unknown join type: .*|a JOIN clause is required before .*|syntax error after column name ".*"|` +
	`variable number must be between .*|too many SQL variables)$`)

// early are the messages of the parser's other actions. They may come before the end of the text.
var early = regexp.MustCompile(`(?s)^(duplicate WITH table name: .*|too many columns in .*|` +
	`(ORDER BY|LIMIT) clause should come (after|before) .*|too many terms in compound SELECT|` +
	`Expression tree is too large .*|unsupported frame specification|parser stack overflow|` +
	`too many arguments on function .*|IN\(\.\.\.\) element has .*|cannot override .* clause of window: .*|` +
	`ORDER BY may not be used with non-aggregate .*|all VALUES must have the same number of terms|` +
	`row value misused|DISTINCT is not supported for window functions|too many FROM clause terms.*|string or blob too big|out of memory|statement too long)$`)

// Verdict judges the outcome of a text. SQLite codes the rows of VALUES while it still reads, so that there any message
// may come early.
func (o Outcome) Verdict(text string) Verdict {
	switch {
	case o.Message == "":
		return Accepted
	case rejected.MatchString(o.Message):
		return Rejected
	case early.MatchString(o.Message), strings.Contains(strings.ToUpper(text), "VALUES"):
		return Undecided
	}
	return Accepted
}
