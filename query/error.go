package query

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Code names the reason why a call failed. Codes are stable and never renamed.
type Code string

// The codes of this package and its engines.
const (
	CodeTimeout         Code = "timeout"            // the budget of time ran out
	CodeCancelled       Code = "cancelled"          // the caller gave up
	CodeOutOfMemory     Code = "out_of_memory"      // the engine's memory limit
	CodeTooLongValue    Code = "too_long_value"     // a value longer than the engine may build
	CodeBusy            Code = "busy"               // no free connection, or a lock that did not go away, within the wait
	CodeUnknownColumn   Code = "unknown_column"     // with near names
	CodeUnknownTable    Code = "unknown_table"      // with near names
	CodeUnknownFunction Code = "unknown_function"   // with near names
	CodeParameter       Code = "bad_parameter"      // missing, surplus or of a kind that cannot be bound
	CodeQueryError      Code = "query_error"        // the engine's own error while it prepared or ran the statement
	CodeNotFound        Code = "source_not_found"   // the database file or server is not there
	CodeUnavailable     Code = "source_unavailable" // no server of the source can be asked at the moment
	CodeNotADatabase    Code = "not_a_database"
	CodeCorrupt         Code = "database_corrupt"
	CodeLocked          Code = "database_locked"
	CodeUnreadable      Code = "database_unreadable" // permissions, WAL in a read-only folder, input/output errors
	CodeNotReadOnly     Code = "not_read_only"       // the self-test could write: the source is not served
	CodeSchemaMismatch  Code = "schema_mismatch"
	CodeInternal        Code = "internal"
)

// Error is every error of this package that is not a *guard.Refusal. Message is one lower-case line that says what
// was given and, for limits, which limit, its value and how to raise it; Hint says what to try next.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Err     error  `json:"-"` // the cause, for errors.Is; never printed
	Again   bool   `json:"-"` // the same may succeed when it is done once more: the runner tries a statement again, the registry a tool
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }

// ContextError returns the error of a context that is done: the one that the runner put there as its cause, which
// names the limit, else CodeTimeout for a deadline and CodeCancelled for a cancellation. It returns nil while the
// context is not done.
func ContextError(ctx context.Context) *Error {
	if ctx.Err() == nil {
		return nil
	}
	var e *Error
	if errors.As(context.Cause(ctx), &e) {
		return e
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{
			Code:    CodeTimeout,
			Message: "the query did not end before the caller's deadline",
			Hint:    "narrow it with WHERE, LIMIT or an indexed column, or give the call more time",
			Err:     ctx.Err(),
		}
	}
	return &Error{Code: CodeCancelled, Message: "the caller cancelled the query", Hint: "send it again", Err: ctx.Err()}
}

// UnknownColumn is the error of a column that does not exist, with the near names that the caller may know of.
func UnknownColumn(name string, near []string) *Error {
	return unknown(CodeUnknownColumn, "column", name, near, "look at the columns of the tables that the query reads")
}

// UnknownTable is the error of a table or view that does not exist, with the near names that the caller may know of.
func UnknownTable(name string, near []string) *Error {
	return unknown(CodeUnknownTable, "table", name, near, "list the tables first")
}

// UnknownFunction is the error of a function that does not exist, with near names.
func UnknownFunction(name string, near []string) *Error {
	return unknown(CodeUnknownFunction, "function", name, near, "use a built-in function of the engine")
}

func unknown(code Code, what, name string, near []string, hint string) *Error {
	e := &Error{Code: code, Message: fmt.Sprintf("no such %s: %s", what, name), Hint: hint}
	if len(near) > 0 {
		e.Message += "; did you mean " + alternatives(near) + "?"
		e.Hint = "use " + alternatives(near) + ", or " + hint
	}
	return e
}

// alternatives joins names as a sentence does: "a", "a or b", "a, b or c".
func alternatives(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// within is the context of one call: it ends with ctx, or once the time is used up, and then its cause says so.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, timeout(limit))
}
