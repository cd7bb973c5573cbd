package query

import (
	"context"

	"vitrine/guard"
)

// Source is one database, opened read-only and tested to be so. It is safe for concurrent use.
type Source interface {
	// Name is what callers call the source; it is unique within a process.
	Name() string
	Dialect() guard.Dialect
	// Begin opens one read transaction: every query of it sees the same snapshot. It waits no longer than ctx allows,
	// and the transaction ends at the latest when ctx does. Errors: CodeBusy, CodeTimeout, CodeCancelled, and those of
	// opening.
	Begin(ctx context.Context, b Budget) (Tx, error)
	// Catalog returns what there is to query, under the same rules as statements.
	Catalog
	// Notices are told with every result of the source (for instance that it was opened as immutable).
	Notices() []guard.Notice
	Close() error
}

// Tx is one read transaction on one connection. It is for one goroutine at a time.
type Tx interface {
	// Query starts a statement. Cursors of one Tx are read one after the other. Errors: guard.Unchecked as a
	// *guard.Refusal, and *Error.
	Query(stmt guard.Statement, args Args) (Cursor, error)
	// Close ends the transaction and frees the connection; it may be called twice.
	Close() error
}

// Cursor is the engine's side of Rows.
type Cursor interface {
	Columns() []Column
	// Next fills row, which has as many values as there are columns. It returns io.EOF behind the last row. Bytes in
	// row hold until the next call.
	Next(row []Value) error
	// Notices are what the engine has to say once the rows are read, such as a masked column.
	Notices() []guard.Notice
	Close() error
}
