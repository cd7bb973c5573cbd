package sqlite

import (
	"context"
	"io"
	"sync"

	"vitrine/guard"
	"vitrine/query"
)

// tx is one read transaction on one connection. It implements [query.Tx].
type tx struct {
	source *Source
	ctx    context.Context
	budget query.Budget
	unhook func() bool // takes back that the end of ctx ends the transaction

	mu     sync.Mutex // held while anything runs on conn
	conn   *conn
	cookie int64
	cursor *cursor
	ended  bool
}

// Begin opens one read transaction. It reads, so that the snapshot is that of this moment.
func (s *Source) Begin(ctx context.Context, b query.Budget) (query.Tx, error) {
	t, err := s.start(ctx, b)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (s *Source) start(ctx context.Context, b query.Budget) (*tx, error) {
	if err := query.ContextError(ctx); err != nil {
		return nil, err
	}
	if err := s.pauses.enter(ctx); err != nil {
		return nil, err
	}
	c, err := s.take()
	if err != nil {
		s.pauses.leave()
		return nil, err
	}
	t := &tx{source: s, ctx: ctx, budget: b, conn: c}
	t.unhook = context.AfterFunc(ctx, t.expire)
	t.mu.Lock()
	err = t.begin()
	t.mu.Unlock()
	if err != nil {
		err = t.explain(err, nil)
		t.Close()
		return nil, err
	}
	return t, nil
}

// begin opens the transaction and reads the schema cookie.
func (t *tx) begin() error {
	if t.ended {
		return query.ContextError(t.ctx)
	}
	c := t.conn
	c.starved = false
	defer c.auth.enter(trusting{})()
	for _, own := range []struct {
		statement **statement
		text      fixed
	}{
		{&c.begin, "BEGIN"},
		{&c.end, "ROLLBACK"},
		{&c.cookie, "PRAGMA schema_version"},
		{&c.changes, "PRAGMA data_version"},
	} {
		if *own.statement == nil {
			s, err := c.prepare(string(own.text))
			if err != nil {
				return err
			}
			*own.statement = s
		}
	}
	_, err := c.begin.step()
	c.begin.reset()
	if err != nil {
		return err
	}
	_, err = c.cookie.step()
	if err == nil {
		t.cookie = c.cookie.integer(0)
	}
	c.cookie.reset()
	return err
}

// Version implements [query.Versioned]: the connection, and its PRAGMA data_version, which changes with every change that
// another connection commits, and can be compared on the same connection only:
// https://sqlite.org/pragma.html#pragma_data_version. A connection of this package changes nothing itself. Size and time
// of the file come with it, since SQLite does not notice where something else writes over a database in place. A database
// that was opened as immutable has no version, since changes to it go unnoticed.
func (t *tx) Version() (query.Version, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || t.cursor != nil || t.source.options.Immutable {
		return query.Version{}, nil
	}
	c := t.conn
	defer c.auth.enter(trusting{})()
	defer c.changes.reset()
	if _, err := c.changes.step(); err != nil {
		return query.Version{}, t.explain(err, nil)
	}
	return query.Version{
		Connection: c.number, Content: c.changes.integer(0), Bytes: c.file.Size(), Modified: c.file.ModTime().UnixNano(),
	}, nil
}

// loadSchema returns the schema of the snapshot, from memory where the database still has the same.
func (t *tx) loadSchema() (*schema, error) {
	if t.ended {
		if err := query.ContextError(t.ctx); err != nil {
			return nil, err
		}
		return nil, internal("the transaction is closed")
	}
	t.source.mu.Lock()
	known := t.source.schema
	t.source.mu.Unlock()
	if known != nil && known.cookie == t.cookie {
		return known, nil
	}
	loaded, err := loadSchema(t.conn, t.cookie)
	if err != nil {
		return nil, err
	}
	t.source.mu.Lock()
	t.source.schema = loaded
	t.source.mu.Unlock()
	return loaded, nil
}

// Query starts a statement.
func (t *tx) Query(stmt guard.Statement, args query.Args) (query.Cursor, error) {
	if !stmt.Checked() || stmt.Dialect() != guard.SQLite {
		return nil, &guard.Refusal{
			Code:    guard.Unchecked,
			Message: "a statement that no guard has checked for SQLite cannot be run",
			Hint:    "pass the text to the guard first, and run what it returns",
		}
	}
	values, err := args.Bind(stmt.Parameters())
	if err != nil {
		return nil, err
	}
	return t.query(stmt, stmt.Text(), stmt.Kind(), values)
}

// query begins to run a statement under the judgement of what its guard admitted.
func (t *tx) query(stmt admitted, text string, kind guard.Kind, values []any) (query.Cursor, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cursor != nil {
		return nil, internal("the rows of the former query are not closed")
	}
	s, err := t.loadSchema()
	if err != nil {
		return nil, t.explain(err, nil)
	}
	p := t.conn.recall(stmt, s)
	if p == nil {
		if p, err = t.compile(stmt, text, kind, s); err != nil {
			return nil, err
		}
	}
	if err := p.bind(values); err != nil {
		p.finalize()
		return nil, t.explain(err, p.judge)
	}
	t.conn.limitValues(p.longest)
	t.cursor = &cursor{tx: t, prepared: p, leave: t.conn.auth.enter(p.judge)}
	return t.cursor, nil
}

// expire is called once the context is done: it stops what runs, ends the transaction and frees the connection, also
// where nobody reads on.
func (t *tx) expire() {
	t.conn.cancel()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end()
}

// Close ends the transaction and frees the connection; it may be called twice.
func (t *tx) Close() error {
	t.unhook()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end()
	return nil
}

func (t *tx) end() {
	if t.ended {
		return
	}
	t.ended = true
	defer t.source.pauses.leave()
	if t.cursor != nil {
		t.cursor.finish()
	}
	c := t.conn
	c.revive()
	if c.inTransaction() {
		leave := c.auth.enter(trusting{})
		if c.end != nil {
			c.end.step()
			c.end.reset()
		}
		leave()
	}
	if c.doubtful {
		c.close()
		t.source.forget()
		return
	}
	if c.inTransaction() || c.memory > c.memoryLimit/2 {
		c.close() // it does not let go, and another takes its place
		return
	}
	t.source.put(c)
}

// cursor is the result of one statement. It implements [query.Cursor].
type cursor struct {
	tx       *tx
	prepared *prepared
	leave    func()
	buffer   []byte // the bytes of the row's texts and blobs
	notices  []guard.Notice
	done     bool
	failed   bool
	closed   bool
}

// Columns returns the result columns.
func (c *cursor) Columns() []query.Column { return c.prepared.columns }

// Next fills row, or returns io.EOF behind the last one.
func (c *cursor) Next(row []query.Value) error {
	t := c.tx
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.done {
		return io.EOF
	}
	if c.closed {
		if err := query.ContextError(t.ctx); err != nil {
			return err
		}
		return internal("the rows are closed")
	}
	more, err := c.prepared.step()
	if err != nil {
		c.failed = true
		err = t.explain(err, c.prepared.judge)
		c.finish()
		return err
	}
	if !more {
		c.done = true
		c.finish()
		return io.EOF
	}
	c.buffer = c.prepared.row(row, c.buffer[:0], t.budget.CellBytes)
	return nil
}

// Notices tells of the columns that were masked, and of a name that was read as a text.
func (c *cursor) Notices() []guard.Notice {
	c.tx.mu.Lock()
	defer c.tx.mu.Unlock()
	if !c.closed {
		c.notices = c.prepared.notices()
	}
	return c.notices
}

// Close frees the statement; the transaction stays open.
func (c *cursor) Close() error {
	c.tx.mu.Lock()
	defer c.tx.mu.Unlock()
	c.finish()
	return nil
}

func (c *cursor) finish() {
	if c.closed {
		return
	}
	c.closed = true
	c.notices = c.prepared.notices() // before the statement may serve another
	if conn := c.tx.conn; c.failed || conn.cancelled.Load() || conn.doubtful {
		c.prepared.finalize()
	} else {
		conn.retain(c.prepared)
	}
	c.tx.conn.limitValues(maxValue)
	c.leave()
	if c.tx.cursor == c {
		c.tx.cursor = nil
	}
}
