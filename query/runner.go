package query

import (
	"context"
	"errors"
	"time"

	"vitrine/guard"
)

// Runner runs statements on one source: it bounds how many run at once, with a fair wait, and keeps every call within
// its budget. It is safe for concurrent use.
type Runner struct {
	source Source
	most   Budget
	queue  *Queue
}

// RunnerOptions configure a Runner; zero fields mean the defaults.
type RunnerOptions struct {
	Default    Budget // for calls that give none; fields of it are also the most that a call may ask for
	Concurrent int    // queries at once; default 4
	Waiting    int    // calls that may wait for a place; default 64; beyond: busy
}

// The bounds of a runner whose options give none.
const (
	DefaultConcurrent = 4
	DefaultWaiting    = 64
)

// NewRunner returns a runner for the source.
func NewRunner(source Source, o RunnerOptions) *Runner {
	if o.Concurrent <= 0 {
		o.Concurrent = DefaultConcurrent
	}
	if o.Waiting == 0 {
		o.Waiting = DefaultWaiting
	}
	return &Runner{source: source, most: o.Default, queue: NewQueue(o.Concurrent, max(o.Waiting, 0))}
}

// Source returns the source that the runner runs on.
func (r *Runner) Source() Source { return r.source }

// Query runs one statement in a read transaction of its own, which ends when the Rows are closed, when their last row
// is read or when the budget of time is used up, whichever comes first. The error is a *guard.Refusal (unchecked, or a
// refusal by the source, which knows the schema) or an *Error.
func (r *Runner) Query(ctx context.Context, stmt guard.Statement, args Args, b Budget) (*Rows, error) {
	if err := r.checked(stmt); err != nil {
		return nil, err
	}
	again := func() (*Rows, error) {
		wait := time.NewTimer(patience)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-ctx.Done():
			return nil, ContextError(ctx)
		}
		return r.once(ctx, stmt, args, b)
	}
	rows, err := r.once(ctx, stmt, args, b)
	if err != nil {
		if mayTryAgain(err) {
			return again()
		}
		return nil, err
	}
	rows.again = again
	return rows, nil
}

// patience is how long a statement waits before it is tried once more.
const patience = 50 * time.Millisecond

// mayTryAgain reports whether the engine says that the same statement may succeed the next time.
func mayTryAgain(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.Again
}

// once runs a statement in a snapshot of its own.
func (r *Runner) once(ctx context.Context, stmt guard.Statement, args Args, b Budget) (*Rows, error) {
	s, err := r.Snapshot(ctx, b)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(stmt, args)
	if err != nil {
		s.Close()
		return nil, err
	}
	rows.whole = s
	return rows, nil
}

// Snapshot opens one read transaction for several statements. It must be closed.
func (r *Runner) Snapshot(ctx context.Context, b Budget) (*Snapshot, error) {
	b = b.within(r.most)
	ctx, cancel := within(ctx, b.Time)
	leave, err := r.queue.Enter(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	tx, err := r.source.Begin(ctx, b)
	if err != nil {
		leave()
		cancel()
		return nil, err
	}
	// A caller that neither reads on nor closes must not hold a place beyond its time.
	unhook := context.AfterFunc(ctx, leave)
	return &Snapshot{runner: r, tx: tx, budget: b, cancel: cancel, unhook: unhook, leave: leave}, nil
}

// checked refuses what no guard of the source's dialect has admitted.
func (r *Runner) checked(stmt guard.Statement) error {
	if !stmt.Checked() {
		return &guard.Refusal{
			Code:    guard.Unchecked,
			Message: "a statement that no guard has checked cannot be run",
			Hint:    "pass the text to the guard first, and run what it returns",
		}
	}
	if stmt.Dialect() != r.source.Dialect() {
		return &guard.Refusal{
			Code:    guard.Unchecked,
			Message: "a statement that was checked as " + string(stmt.Dialect()) + " cannot be run on a source that speaks " + string(r.source.Dialect()),
			Hint:    "check the text with a guard of the source's dialect",
		}
	}
	return nil
}

// Snapshot is one read transaction: all its statements see the same state, and share one budget of time. It is for one
// goroutine; its Rows are read one after the other.
type Snapshot struct {
	runner *Runner
	tx     Tx
	budget Budget
	cancel context.CancelFunc
	unhook func() bool // takes back that the end of the context frees the place, which would start a goroutine
	leave  func()
	closed bool
	err    error
}

// Query runs one statement. Rows of an earlier Query must be closed first.
func (s *Snapshot) Query(stmt guard.Statement, args Args) (*Rows, error) {
	if err := s.runner.checked(stmt); err != nil {
		return nil, err
	}
	cursor, err := s.tx.Query(stmt, args)
	if err != nil {
		return nil, err
	}
	return newRows(cursor, stmt, s.budget, s.runner.source.Notices()), nil
}

// Close ends the transaction; it may be called twice.
func (s *Snapshot) Close() error {
	if s.closed {
		return s.err
	}
	s.closed = true
	s.err = s.tx.Close()
	s.unhook()
	s.leave()
	s.cancel()
	return s.err
}
