package query

import "vitrine/guard"

// TruncatedBy says what cut a result: "" for nothing.
type TruncatedBy string

// What can cut a result.
const (
	TruncatedByRows  TruncatedBy = "rows"
	TruncatedByBytes TruncatedBy = "bytes"
)

// Rows is the result of one statement, read row by row, as in database/sql. It must be closed. It is for one goroutine.
type Rows struct {
	cursor Cursor
}

// Columns returns the result columns, also where there is no row.
func (r *Rows) Columns() []Column { return r.cursor.Columns() }

// Next reads the next row and reports whether there is one.
func (r *Rows) Next() bool { return false }

// Values returns the row that Next read. It holds until the next call of Next.
func (r *Rows) Values() []Value { return nil }

// Count returns how many rows Next has given.
func (r *Rows) Count() int { return 0 }

// TruncatedBy says, once Next has returned false, whether more rows would have followed and what cut them.
func (r *Rows) TruncatedBy() TruncatedBy { return "" }

// Notices returns, once Next has returned false, everything to tell the caller: the guard's notices, the source's, the
// engine's, and that of a truncation.
func (r *Rows) Notices() []guard.Notice { return nil }

// Err returns what ended the rows early: a *guard.Refusal or an *Error.
func (r *Rows) Err() error { return nil }

// Close frees what the rows hold; it may be called twice.
func (r *Rows) Close() error { return nil }
