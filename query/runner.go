package query

import (
	"context"

	"vitrine/guard"
)

// Runner runs statements on one source: it bounds how many run at once, with a fair wait, and keeps every call within
// its budget. It is safe for concurrent use.
type Runner struct {
	source Source
}

// RunnerOptions configure a Runner; zero fields mean the defaults.
type RunnerOptions struct {
	Default    Budget // for calls that give none; fields of it are also the most that a call may ask for
	Concurrent int    // queries at once; default 4
	Waiting    int    // callers that may wait for a place, first come first served; default 64; beyond: busy
}

// NewRunner returns a runner for the source.
func NewRunner(source Source, o RunnerOptions) *Runner { return &Runner{source: source} }

// Source returns the source that the runner runs on.
func (r *Runner) Source() Source { return r.source }

// Query runs one statement in a read transaction of its own, which ends when the Rows are closed. The error is a
// *guard.Refusal (unchecked, or a refusal by the source, which knows the schema) or an *Error.
func (r *Runner) Query(ctx context.Context, stmt guard.Statement, args Args, b Budget) (*Rows, error) {
	return nil, &Error{Code: CodeInternal, Message: "not built yet"}
}

// Snapshot opens one read transaction for several statements. It must be closed.
func (r *Runner) Snapshot(ctx context.Context, b Budget) (*Snapshot, error) {
	return nil, &Error{Code: CodeInternal, Message: "not built yet"}
}

// Snapshot is one read transaction: all its statements see the same state, and share one budget of time. It is for one
// goroutine; its Rows are read one after the other.
type Snapshot struct {
	tx Tx
}

// Query runs one statement. Rows of an earlier Query must be closed first.
func (s *Snapshot) Query(stmt guard.Statement, args Args) (*Rows, error) {
	return nil, &Error{Code: CodeInternal, Message: "not built yet"}
}

// Close ends the transaction; it may be called twice.
func (s *Snapshot) Close() error { return nil }
