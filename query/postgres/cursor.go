package postgres

import (
	"context"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/guard"
	"vitrine/query"
)

// cursor streams the rows of one statement: one message of the server is held at a time.
type cursor struct {
	tx       *tx
	stmt     guard.Statement
	pipeline *pgconn.Pipeline
	reader   *pgconn.ResultReader
	columns  []query.Column
	oids     []uint32
	unnamed  []uint32 // types whose names are still to be asked for
	scratch  []byte
	count    int
	ended    bool
	closed   bool
}

func (c *cursor) describe(fields []pgconn.FieldDescription) {
	c.columns = make([]query.Column, len(fields))
	c.oids = make([]uint32, len(fields))
	for i, f := range fields {
		name, known := c.tx.source.types.of(f)
		if !known {
			c.unnamed = append(c.unnamed, f.DataTypeOID)
		}
		c.columns[i] = query.Column{Name: f.Name, Type: name}
		c.oids[i] = f.DataTypeOID
	}
	if len(c.unnamed) > 0 {
		c.nameTypes()
	}
}

// nameTypes asks for the names of types in a session of its own, since this one is busy. That it cannot get one leaves
// the columns without a type, which is no error.
func (c *cursor) nameTypes() {
	ctx, cancel := context.WithTimeout(c.tx.ctx, time.Second)
	defer cancel()
	other, _, err := c.tx.source.acquire(ctx)
	if err != nil {
		return
	}
	defer c.tx.source.release(other)
	if c.tx.source.types.learn(ctx, other, c.unnamed) != nil {
		return
	}
	for i, oid := range c.oids {
		if c.columns[i].Type == "" {
			c.columns[i].Type, _ = c.tx.source.types.of(pgconn.FieldDescription{DataTypeOID: oid, TypeModifier: -1})
		}
	}
}

// Columns returns the columns of the result.
func (c *cursor) Columns() []query.Column { return c.columns }

// Next reads the next row.
func (c *cursor) Next(row []query.Value) error {
	c.tx.mu.Lock()
	defer c.tx.mu.Unlock()
	if c.closed {
		if e := query.ContextError(c.tx.ctx); e != nil {
			return e
		}
		return io.EOF
	}
	if c.ended {
		return io.EOF
	}
	if !c.reader.NextRow() {
		_, err := c.reader.Close()
		c.ended = true
		if err != nil {
			c.abort()
			c.finish()
			return c.tx.explain(err, c.stmt)
		}
		c.finish()
		return io.EOF
	}
	c.count++
	c.scratch = c.scratch[:0]
	for i, text := range c.reader.Values() {
		c.scratch = fill(&row[i], c.oids[i], text, c.scratch)
	}
	return nil
}

// abort writes down that the statement failed or is to be stopped.
func (c *cursor) abort() {
	c.tx.lost = c.tx.lost || !c.tx.saved && c.count > 0
	c.tx.abort()
}

// finish reads what the server still has to say of the statement.
func (c *cursor) finish() {
	if c.pipeline != nil {
		finish(c.pipeline)
		c.pipeline = nil
	}
}

// Notices returns what is told with the first result of a source only.
func (c *cursor) Notices() []guard.Notice {
	if once := c.tx.source.once.Swap(nil); once != nil {
		return []guard.Notice{*once}
	}
	return nil
}

// Close stops the statement on the server where it still runs.
func (c *cursor) Close() error {
	c.tx.mu.Lock()
	defer c.tx.mu.Unlock()
	c.end()
	return nil
}

// graceTime is how long rows that nobody reads are read on, in the hope that they end.
const graceTime = 20 * time.Millisecond

// stop ends a statement that still runs, or is not read to its end. Mostly nothing follows, and then the transaction goes
// on as if it had been read; else it is cancelled on the server.
func (c *cursor) stop() {
	cancelled := make(chan struct{})
	timer := time.AfterFunc(graceTime, func() {
		defer close(cancelled)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if c.tx.conn.pg.CancelRequest(ctx) != nil {
			c.tx.conn.pg.Conn().Close()
		}
	})
	_, err := c.reader.Close()
	if !timer.Stop() {
		<-cancelled
		time.Sleep(graceTime) // the server passes a cancellation on by a signal, which must not hit the next statement
	}
	if err != nil {
		c.abort()
	}
	c.ended = true
}

// end is Close for whoever holds the lock.
func (c *cursor) end() {
	if c.closed {
		return
	}
	c.closed = true
	c.tx.cursor = nil
	if c.pipeline == nil {
		return
	}
	if !c.ended {
		c.stop()
	}
	c.finish()
}
