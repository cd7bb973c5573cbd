package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// conn is one session of the server. It serves one transaction at a time.
type conn struct {
	pg     *pgconn.PgConn
	limits limits // those that it began with, and that a reset goes back to
}

// limits are statement_timeout and idle_in_transaction_session_timeout, in milliseconds.
type limits struct{ statement, idle int64 }

func (c *conn) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	c.pg.Close(ctx)
}

// rows runs one statement of this package and returns its rows as text, "" for NULL.
func (c *conn) rows(ctx context.Context, sql string, args ...string) ([][]string, error) {
	params := make([][]byte, len(args))
	for i, arg := range args {
		params[i] = []byte(arg)
	}
	reader := c.pg.ExecParams(ctx, sql, params, nil, nil, nil)
	var rows [][]string
	for reader.NextRow() {
		row := make([]string, len(reader.Values()))
		for i, value := range reader.Values() {
			row[i] = string(value)
		}
		rows = append(rows, row)
	}
	_, err := reader.Close()
	return rows, err
}

// acquire takes an idle session or opens one, and waits for a place no longer than ctx allows. fresh says that it was
// just opened, so that an error on it is not one of a session that died while it was idle.
func (s *Source) acquire(ctx context.Context) (c *conn, fresh bool, err error) {
	select {
	case s.places <- struct{}{}:
	case <-ctx.Done():
		return nil, false, &query.Error{Code: query.CodeBusy,
			Message: fmt.Sprintf("all %d connections of the source are in use", s.options.MaxConnections),
			Hint:    "try again in a moment, or raise the number of connections", Err: ctx.Err()}
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		<-s.places
		return nil, false, &query.Error{Code: query.CodeInternal, Message: "the source is closed", Hint: "open it again"}
	}
	if last := len(s.idle) - 1; last >= 0 {
		c = s.idle[last]
		s.idle = s.idle[:last]
	}
	s.mu.Unlock()
	if c != nil && !c.pg.IsClosed() {
		return c, false, nil
	}
	if c != nil {
		c.close()
	}
	want := s.usual()
	config := s.config.Copy()
	config.RuntimeParams["statement_timeout"] = strconv.FormatInt(want.statement, 10)
	config.RuntimeParams["idle_in_transaction_session_timeout"] = strconv.FormatInt(want.idle, 10)
	pg, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		<-s.places
		return nil, false, s.connectError(ctx, err)
	}
	return &conn{pg: pg, limits: want}, true, nil
}

// usual are the limits that sessions begin with: those of the last transaction, since most have the same.
func (s *Source) usual() limits {
	if last := s.last.Load(); last != nil {
		return *last
	}
	return (&tx{time: query.DefaultTime}).limits()
}

// release gives a session back once nothing of the transaction is left in it, and closes it where that fails. It
// returns at once: the next caller gets the session only when it is clean.
func (s *Source) release(c *conn) {
	s.mu.Lock()
	if s.closed || c.pg.IsClosed() {
		s.mu.Unlock()
		c.close()
		<-s.places
		return
	}
	s.busy.Add(1)
	s.mu.Unlock()
	go func() {
		defer s.busy.Done()
		clean := c.reset()
		s.mu.Lock()
		if clean && !s.closed {
			s.idle = append(s.idle, c)
			c = nil
		}
		s.mu.Unlock()
		if c != nil {
			c.close()
		}
		<-s.places
	}()
}

// discard closes a session that may not be used again.
func (s *Source) discard(c *conn) {
	c.close()
	<-s.places
}

// dropIdle closes the sessions that nobody uses.
func (s *Source) dropIdle() {
	s.mu.Lock()
	idle := s.idle
	s.idle = nil
	s.mu.Unlock()
	for _, c := range idle {
		c.close()
	}
}

// reset ends the transaction and takes everything back that a caller could have left in the session: settings, locks,
// prepared statements, cursors, temporary tables, listeners. ROLLBACK alone takes back what SET did in the transaction;
// DISCARD ALL does the rest and costs one message more in the same round trip, out of the caller's way.
func (c *conn) reset() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for try := 0; ; try++ {
		err := c.resetOnce(ctx)
		if err == nil {
			return true
		}
		// A cancellation that comes late hits the reset in place of the query it was meant for.
		var server *pgconn.PgError
		if try == 0 && errors.As(err, &server) && server.Code == "57014" && !c.pg.IsClosed() {
			continue
		}
		return false
	}
}

func (c *conn) resetOnce(ctx context.Context) error {
	p := c.pg.StartPipeline(ctx)
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	p.SendPipelineSync()
	p.SendQueryParams("DISCARD ALL", nil, nil, nil, nil)
	if err := p.Sync(); err != nil {
		p.Close()
		return err
	}
	return finish(p)
}

// finish reads the answers of a pipeline to their end and returns the first error.
func finish(p *pgconn.Pipeline) error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	for {
		result, err := p.GetResults()
		if err != nil {
			keep(err)
			var server *pgconn.PgError
			if !errors.As(err, &server) {
				break
			}
			continue
		}
		if result == nil {
			break
		}
		if reader, ok := result.(*pgconn.ResultReader); ok {
			_, err := reader.Close()
			keep(err)
		}
	}
	keep(p.Close())
	return first
}

// connectError says why no session could be opened, without what the driver's own text may hold.
func (s *Source) connectError(ctx context.Context, err error) error {
	if e := query.ContextError(ctx); e != nil {
		return e
	}
	e := &query.Error{Code: query.CodeNotFound, Message: s.where() + " cannot be reached", Err: err,
		Hint: "check host, port and sslmode, and that the server runs and lets this machine in"}
	var server *pgconn.PgError
	var dns *net.DNSError
	switch {
	case errors.As(err, &server):
		e.Message = fmt.Sprintf("%s refused the connection: %s (SQLSTATE %s)", s.where(), server.Message, server.Code)
		switch server.Code {
		case "53300":
			e.Code, e.Hint = query.CodeBusy, "the server has no free connection; try again, or lower the number of connections"
		case "28P01", "28000":
			e.Hint = "check the user, the password in PGPASSFILE, and pg_hba.conf of the server"
		case "3D000":
			e.Hint = "check the name of the database"
		}
	case errors.As(err, &dns):
		e.Message = "the host name of the server is not known"
	}
	return e
}
