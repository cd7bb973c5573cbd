package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/guard"
	"vitrine/query"
)

// tx is one READ ONLY transaction. It begins with its first statement, in the same round trip.
type tx struct {
	source *Source
	ctx    context.Context
	time   time.Duration // 0 means no limit
	stop   func() bool

	mu      sync.Mutex
	conn    *conn
	fresh   bool // the session was opened for this transaction
	spoke   bool // the server has answered in this transaction, so that the session was not dead from the start
	began   bool // a statement was sent, and what opens the transaction before it
	saved   bool // there is a savepoint
	lost    bool // the first statement was stopped after it had given rows: nothing can bring its snapshot back
	aborted bool // the server takes nothing but a ROLLBACK
	cursor  *cursor
	closed  bool
}

// Begin opens one read transaction: all its queries see the same snapshot.
func (s *Source) Begin(ctx context.Context, b query.Budget) (query.Tx, error) {
	if e := query.ContextError(ctx); e != nil {
		return nil, e
	}
	t := &tx{source: s, ctx: ctx, time: max(b.Time, 0)}
	limits := t.limits()
	s.last.Store(&limits)
	c, fresh, err := s.acquire(ctx)
	if err != nil {
		if e := query.ContextError(ctx); e != nil && !isBusy(err) {
			return nil, e
		}
		return nil, err
	}
	t.conn, t.fresh = c, fresh
	t.stop = context.AfterFunc(ctx, func() { t.Close() })
	return t, nil
}

func isBusy(err error) bool {
	var e *query.Error
	return errors.As(err, &e) && e.Code == query.CodeBusy
}

// limits are the server's own limits for the transaction, in milliseconds. The context ends a call first; these are for the
// day when that does not reach the server.
func (t *tx) limits() limits {
	if t.time <= 0 {
		return limits{idle: (10 * time.Minute).Milliseconds()} // no limit on a statement
	}
	most := (t.time + time.Second).Milliseconds()
	return limits{statement: most, idle: most}
}

// beginning are the statements that open the transaction. Settings that the session does not have from its start are set
// LOCAL, so that they end with the transaction.
func (t *tx) beginning() []string {
	begin := []string{"BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"}
	if want := t.limits(); want != t.conn.limits {
		begin = append(begin, "SET LOCAL statement_timeout = "+strconv.FormatInt(want.statement, 10),
			"SET LOCAL idle_in_transaction_session_timeout = "+strconv.FormatInt(want.idle, 10))
	}
	return begin
}

// before are the statements to send before the next one of the caller. The second and all that follow stand behind a
// savepoint, so that one that fails or is stopped leaves the snapshot to the others.
func (t *tx) before() []string {
	switch {
	case !t.began && t.aborted:
		return append([]string{"ROLLBACK"}, t.beginning()...)
	case !t.began:
		return t.beginning()
	case !t.saved:
		return []string{"SAVEPOINT vitrine"}
	case t.aborted:
		return []string{"ROLLBACK TO SAVEPOINT vitrine"}
	}
	return nil
}

// Query starts a statement, and reads on until its columns are known.
func (t *tx) Query(stmt guard.Statement, args query.Args) (query.Cursor, error) {
	if !stmt.Checked() || stmt.Dialect() != guard.Postgres {
		return nil, &guard.Refusal{
			Code: guard.Unchecked, Message: "a statement that no guard of PostgreSQL has checked cannot be run",
			Hint: "pass the text to the guard first, and run what it returns",
		}
	}
	values, err := args.Bind(stmt.Parameters())
	if err != nil {
		return nil, err
	}
	params := make([][]byte, len(values))
	for i, value := range values {
		params[i] = argument(value)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.cursor != nil {
		if e := query.ContextError(t.ctx); e != nil {
			return nil, e
		}
		return nil, &query.Error{Code: query.CodeInternal, Message: "the transaction is closed or still read from", Hint: "close the rows of the statement before"}
	}
	if t.lost {
		return nil, &query.Error{
			Code: query.CodeQueryError, Message: "the statement before was stopped at a limit, and the snapshot ended with it",
			Hint: "begin a new transaction, or let the first statement end",
		}
	}
	for try := 0; ; try++ {
		cursor, sent, err := t.attempt(stmt, params)
		if err == nil {
			t.cursor = cursor
			return cursor, nil
		}
		again, err := t.reconnect(try, err)
		if again {
			continue
		}
		if sent {
			t.abort()
		}
		return nil, t.explain(err, stmt)
	}
}

// attempt vets the statement where it is the first, and starts it. sent says that it got so far as to be started.
func (t *tx) attempt(stmt guard.Statement, params [][]byte) (c *cursor, sent bool, err error) {
	t.source.await(t.conn)
	defer t.source.answered(t.conn)
	if !t.began {
		if err := t.source.vet(t.ctx, t.conn, stmt); err != nil {
			return nil, false, err
		}
	}
	c, err = t.start(stmt, params)
	return c, true, err
}

// reconnect takes another session where the first turned out to have died while it was idle: nothing of the transaction
// had begun then. The error is the one to tell where it did not.
func (t *tx) reconnect(try int, err error) (again bool, why error) {
	var server *pgconn.PgError
	died := t.conn.pg.IsClosed()
	if errors.As(err, &server) {
		died = server.Code == "57P01" || server.Code == "57P02" || server.Code == "57P03"
	}
	if try > 0 || t.fresh || t.spoke || t.began || !died || t.ctx.Err() != nil || errors.Is(err, errUnfit) {
		return false, err
	}
	t.source.discard(t.conn)
	t.source.dropIdle() // what ended one session has probably ended the others
	c, fresh, err := t.source.acquire(t.ctx)
	if err != nil {
		t.closed = true
		t.conn = nil
		return false, err
	}
	t.conn, t.fresh = c, fresh
	return true, nil
}

// start sends the statement, with what opens the transaction before it, and returns a cursor behind the description of
// its rows.
func (t *tx) start(stmt guard.Statement, params [][]byte) (*cursor, error) {
	p := t.conn.pg.StartPipeline(t.ctx)
	before := t.before()
	asks, asked := t.source.fit != nil && !t.began, time.Now()
	if asks {
		before = t.sendFit(p, before)
	}
	for _, sql := range before {
		p.SendQueryParams(sql, nil, nil, nil, nil)
	}
	p.SendQueryParams(stmt.Text(), params, nil, nil, nil)
	if err := p.Sync(); err != nil {
		p.Close()
		return nil, err
	}
	if asks {
		if err := t.readFit(p, asked); err != nil {
			p.Close()
			return nil, err
		}
		t.spoke = true
	}
	for range before {
		reader, err := result(p)
		if err == nil {
			_, err = reader.Close()
		}
		if err != nil {
			p.Close()
			return nil, err
		}
	}
	t.saved = t.began
	t.began, t.aborted = true, false
	reader, err := result(p)
	if err != nil {
		p.Close()
		return nil, err
	}
	c := &cursor{tx: t, stmt: stmt, pipeline: p, reader: reader}
	if fields := reader.FieldDescriptions(); fields == nil {
		// A SELECT without columns has a description all the same; without one it failed.
		_, err := reader.Close()
		if err != nil {
			p.Close()
			return nil, err
		}
		c.ended = true
	} else {
		c.describe(fields)
	}
	return c, nil
}

// abort writes down that the server takes nothing more before a ROLLBACK. Where the first statement failed before it gave a
// row, the transaction begins again with the next.
func (t *tx) abort() {
	t.aborted = true
	if !t.saved {
		t.began = false
	}
}

// result returns the next result of a pipeline.
func result(p *pgconn.Pipeline) (*pgconn.ResultReader, error) {
	next, err := p.GetResults()
	if err != nil {
		return nil, err
	}
	reader, ok := next.(*pgconn.ResultReader)
	if !ok {
		return nil, fmt.Errorf("the server gave %T where a result was due", next)
	}
	return reader, nil
}

// Close ends the transaction and gives the session back; it may be called twice.
func (t *tx) Close() error {
	t.stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	if t.cursor != nil {
		t.cursor.end()
	}
	if t.conn != nil {
		t.source.release(t.conn)
	}
	return nil
}
