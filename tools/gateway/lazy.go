package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"vitrine/guard"
	"vitrine/query"
)

// The bounds of opening a source in the background.
const (
	openTime   = 30 * time.Second       // one attempt
	retryAfter = time.Second            // how long a failure is answered from memory
	firstWait  = 3 * time.Second        // a call's, for the first attempt
	againWait  = 250 * time.Millisecond // a call's, where the attempt before failed
)

// lazy is a source that opens its database on its own time: a start never waits for it, and one that is not there yet
// is tried again when somebody asks. It implements query.Source.
type lazy struct {
	name    string
	dialect guard.Dialect
	open    func(context.Context) (query.Source, error)

	living context.Context // ends with Close
	end    context.CancelFunc

	mu      sync.Mutex
	source  query.Source
	err     error         // of the last attempt
	failed  time.Time     // when it failed
	opening chan struct{} // closed when the attempt that runs has ended; nil where none runs
	closed  bool
}

func newLazy(name string, d guard.Dialect, open func(context.Context) (query.Source, error)) *lazy {
	living, end := context.WithCancel(context.Background())
	return &lazy{name: name, dialect: d, open: open, living: living, end: end}
}

// start opens the source in the background and logs why it cannot be opened.
func (l *lazy) start(log *slog.Logger) {
	go func() {
		if _, err := l.get(context.Background()); err != nil && !errors.Is(err, errClosed) {
			log.Warn("the source cannot be opened; it is tried again when it is asked", "source", l.name, "error", err)
		}
	}()
}

var errClosed = &query.Error{Code: query.CodeCancelled, Message: "the source is being closed", Hint: "try again"}

// use returns the open source to a call. A call waits only a little for a database that does not answer: while it does,
// it takes a place that calls on other databases could have.
func (l *lazy) use(ctx context.Context) (query.Source, error) {
	l.mu.Lock()
	source, before := l.source, l.err
	l.mu.Unlock()
	if source != nil {
		return source, nil
	}
	wait := firstWait
	if before != nil {
		wait = againWait
	}
	short, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	source, err := l.get(short)
	switch {
	case err == nil || short.Err() == nil:
		return source, err
	case ctx.Err() != nil:
		return nil, query.ContextError(ctx)
	case before != nil:
		return nil, before
	}
	return nil, &query.Error{
		Code: query.CodeUnavailable, Message: fmt.Sprintf("the source is still being opened after %s", firstWait),
		Hint: "send the query again in a moment",
	}
}

// state returns nil where the source can be asked, and else the error that calls get. It waits for nothing, and has a
// source opened again that could not be.
func (l *lazy) state() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.source == nil {
		if !l.closed && l.opening == nil && time.Since(l.failed) >= retryAfter {
			l.opening = make(chan struct{})
			go l.attempt(l.opening)
		}
		if l.err == nil {
			return &query.Error{Code: query.CodeUnavailable, Message: "the source is still being opened", Hint: "ask again in a moment"}
		}
		return l.err
	}
	if s, ok := l.source.(interface{ Ready() error }); ok {
		return s.Ready()
	}
	return nil
}

// get returns the open source. All that wait share one attempt, which none of them can cancel.
func (l *lazy) get(ctx context.Context) (query.Source, error) {
	l.mu.Lock()
	switch {
	case l.closed:
		l.mu.Unlock()
		return nil, errClosed
	case l.source != nil:
		source := l.source
		l.mu.Unlock()
		return source, nil
	case l.err != nil && time.Since(l.failed) < retryAfter:
		err := l.err
		l.mu.Unlock()
		return nil, err
	}
	if l.opening == nil {
		l.opening = make(chan struct{})
		go l.attempt(l.opening)
	}
	opening := l.opening
	l.mu.Unlock()
	select {
	case <-opening:
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, &query.Error{Code: query.CodeTimeout, Message: "the source was not open in time", Hint: "try again; it is still being opened"}
		}
		return nil, &query.Error{Code: query.CodeCancelled, Message: "the call was cancelled", Err: ctx.Err()}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.source == nil {
		if l.err == nil {
			return nil, errClosed
		}
		return nil, l.err
	}
	return l.source, nil
}

func (l *lazy) attempt(done chan struct{}) {
	ctx, cancel := context.WithTimeout(l.living, openTime)
	defer cancel()
	source, err := l.open(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(done)
	l.opening, l.err, l.failed = nil, err, time.Now()
	if l.closed {
		l.err = nil
		if err == nil {
			source.Close()
		}
		return
	}
	if err != nil {
		return
	}
	l.source = source
}

func (l *lazy) Name() string           { return l.name }
func (l *lazy) Dialect() guard.Dialect { return l.dialect }

func (l *lazy) Begin(ctx context.Context, b query.Budget) (query.Tx, error) {
	source, err := l.use(ctx)
	if err != nil {
		return nil, err
	}
	return source.Begin(ctx, b)
}

func (l *lazy) Tables(ctx context.Context, g *guard.Guard) ([]query.Table, error) {
	source, err := l.use(ctx)
	if err != nil {
		return nil, err
	}
	return source.Tables(ctx, g)
}

func (l *lazy) Describe(ctx context.Context, g *guard.Guard, schema, name string) (*query.Description, error) {
	source, err := l.use(ctx)
	if err != nil {
		return nil, err
	}
	return source.Describe(ctx, g, schema, name)
}

// Notices returns those of the open source. Results are read behind Begin, so it is open where it matters.
func (l *lazy) Notices() []guard.Notice {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.source == nil {
		return nil
	}
	return l.source.Notices()
}

// Close closes the source. An attempt to open it is given up.
func (l *lazy) Close() error {
	l.end()
	l.mu.Lock()
	l.closed = true
	source, opening := l.source, l.opening
	l.source = nil
	l.mu.Unlock()
	if opening != nil {
		<-opening
	}
	if source == nil {
		return nil
	}
	return source.Close()
}
