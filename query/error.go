package query

// Code names the reason why a call failed. Codes are stable and never renamed.
type Code string

// The codes of this package and its engines.
const (
	CodeTimeout         Code = "timeout"          // the budget of time ran out
	CodeCancelled       Code = "cancelled"        // the caller gave up
	CodeOutOfMemory     Code = "out_of_memory"    // the engine's memory limit
	CodeTooLongValue    Code = "too_long_value"   // a value longer than the engine may build
	CodeBusy            Code = "busy"             // no free connection, or a lock that did not go away, within the wait
	CodeUnknownColumn   Code = "unknown_column"   // with near names
	CodeUnknownTable    Code = "unknown_table"    // with near names
	CodeUnknownFunction Code = "unknown_function" // with near names
	CodeParameter       Code = "bad_parameter"    // missing, surplus or of a kind that cannot be bound
	CodeQueryError      Code = "query_error"      // the engine's own error while it prepared or ran the statement
	CodeNotFound        Code = "source_not_found" // the database file or server is not there
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
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }
