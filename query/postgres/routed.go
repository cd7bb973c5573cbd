package postgres

import (
	"context"
	"errors"
	"io"
	"slices"

	"vitrine/guard"
	"vitrine/query"
)

// routed is a transaction on one of several servers. As long as nothing of it was given to the caller, it can begin again
// on another.
type routed struct {
	hosts  *Hosts
	ctx    context.Context
	budget query.Budget
	tried  []*host
	host   *host
	inner  query.Tx
	given  bool // rows of this snapshot were given, or that there are none
	broken bool // a server was lost while it ran a statement of this transaction
}

// Begin opens one read transaction on a server that may be read: all its queries see the same snapshot.
func (r *Hosts) Begin(ctx context.Context, b query.Budget) (query.Tx, error) {
	if e := query.ContextError(ctx); e != nil {
		return nil, e
	}
	t := &routed{hosts: r, ctx: ctx, budget: b}
	if err := t.begin(); err != nil {
		return nil, err
	}
	return t, nil
}

// begin finds a server and begins there.
func (t *routed) begin() error {
	for {
		h, source, err := t.hosts.pick(t.ctx, &t.tried)
		if err != nil {
			return err
		}
		inner, err := source.Begin(t.ctx, t.budget)
		if err == nil {
			t.host, t.inner = h, inner
			return nil
		}
		t.hosts.leave(h)
		t.tried = append(t.tried, h)
		if !t.hosts.movesOn(t.ctx, h, err) {
			return err
		}
	}
}

// movesOn reports whether a call that failed on a server may be tried on another.
func (r *Hosts) movesOn(ctx context.Context, h *host, err error) bool {
	moves, failing := elsewhere(err)
	var e *query.Error
	if errors.As(err, &e) && e.Code == query.CodeTimeout {
		h.look() // it may be that the server is gone
	}
	if failing {
		r.doubt(h)
	}
	return moves && ctx.Err() == nil
}

// move begins again on another server after an error, where that may help and nothing was given yet. The error is that of
// the call where it did not.
func (t *routed) move(err error) error {
	if !t.hosts.movesOn(t.ctx, t.host, err) {
		return err
	}
	if t.given {
		return again(err)
	}
	if lost(err) {
		// A statement that takes its server down must not go on to take down all of them.
		if t.broken {
			return err
		}
		t.broken = true
	}
	t.tried = append(t.tried, t.host)
	t.leave()
	if failed := t.begin(); failed != nil {
		return failed
	}
	return nil
}

// again marks an error of a transaction of which something was given already: whoever has given nothing on may begin anew.
func again(err error) error {
	var e *query.Error
	if !errors.As(err, &e) {
		return err
	}
	marked := *e
	marked.Again = true
	return &marked
}

func (t *routed) leave() {
	if t.inner != nil {
		t.inner.Close()
		t.hosts.leave(t.host)
		t.inner, t.host = nil, nil
	}
}

// Query starts a statement, and reads on until its columns are known.
func (t *routed) Query(stmt guard.Statement, args query.Args) (query.Cursor, error) {
	cursor, err := t.start(stmt, args)
	if err != nil {
		return nil, err
	}
	return &routedCursor{tx: t, stmt: stmt, args: args, Cursor: cursor}, nil
}

func (t *routed) start(stmt guard.Statement, args query.Args) (query.Cursor, error) {
	for {
		if t.inner == nil {
			if e := query.ContextError(t.ctx); e != nil {
				return nil, e
			}
			return nil, &query.Error{Code: query.CodeInternal, Message: "the transaction is closed", Hint: "begin another"}
		}
		cursor, err := t.inner.Query(stmt, args)
		if err == nil {
			t.hosts.did()
			return cursor, nil
		}
		if err := t.move(err); err != nil {
			return nil, err
		}
	}
}

// Close ends the transaction; it may be called twice.
func (t *routed) Close() error {
	t.leave()
	return nil
}

// routedCursor reads the rows of a statement, and runs it again on another server where the first fails before it has
// given one.
type routedCursor struct {
	query.Cursor
	tx   *routed
	stmt guard.Statement
	args query.Args
	rows bool
}

// Next reads the next row.
func (c *routedCursor) Next(row []query.Value) error {
	for {
		err := c.Cursor.Next(row)
		if err == nil || errors.Is(err, io.EOF) {
			c.rows, c.tx.given = true, true
			return err
		}
		if c.tx.inner == nil {
			return err
		}
		if c.rows {
			if c.tx.hosts.movesOn(c.tx.ctx, c.tx.host, err) {
				return again(err)
			}
			return err
		}
		columns := c.Columns()
		c.Cursor.Close()
		if moved := c.tx.move(err); moved != nil {
			return moved
		}
		again, failed := c.tx.start(c.stmt, c.args)
		if failed != nil {
			return failed
		}
		c.Cursor = again
		if !slices.Equal(columns, again.Columns()) {
			return err // the caller knows other columns already
		}
	}
}

// Notices are those of the cursor, and what is told with the first result of a source only.
func (c *routedCursor) Notices() []guard.Notice {
	if once := c.tx.hosts.once.Swap(nil); once != nil {
		return append(c.Cursor.Notices(), *once)
	}
	return c.Cursor.Notices()
}

// Tables lists the tables and views that the role may read and the policy allows.
func (r *Hosts) Tables(ctx context.Context, g *guard.Guard) (tables []query.Table, err error) {
	err = r.onOne(ctx, func(s *Source) (err error) {
		tables, err = s.Tables(ctx, g)
		return err
	})
	return tables, err
}

// Describe returns one table whole. Without a schema, the first of that name in the search path is meant.
func (r *Hosts) Describe(ctx context.Context, g *guard.Guard, schema, name string) (d *query.Description, err error) {
	err = r.onOne(ctx, func(s *Source) (err error) {
		d, err = s.Describe(ctx, g, schema, name)
		return err
	})
	return d, err
}

// onOne asks one server after the other until one can answer.
func (r *Hosts) onOne(ctx context.Context, ask func(*Source) error) error {
	var tried []*host
	for {
		h, source, err := r.pick(ctx, &tried)
		if err != nil {
			return err
		}
		err = ask(source)
		r.leave(h)
		if err == nil {
			r.did()
			return nil
		}
		tried = append(tried, h)
		if !r.movesOn(ctx, h, err) {
			return err
		}
	}
}
