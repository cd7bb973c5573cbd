package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// conn is one session of the server. It serves one transaction at a time.
type conn struct {
	pg     *pgconn.PgConn
	limits limits // those that it began with, and that a reset goes back to

	resetting *pgconn.Pipeline // answers to sendReset that are still to be read
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
		return nil, false, &query.Error{
			Code:    query.CodeBusy,
			Message: fmt.Sprintf("all %d connections of the source are in use", s.options.MaxConnections),
			Hint:    "try again in a moment, or raise the number of connections", Err: ctx.Err(),
		}
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		<-s.places
		return nil, false, &query.Error{Code: query.CodeInternal, Message: "the source is closed", Hint: "open it again", Err: errUnfit}
	}
	s.mu.Unlock()
	for c := s.takeIdle(); c != nil; c = s.takeIdle() {
		if c.clean() {
			return c, false, nil
		}
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

// takeIdle takes the session that has been idle for longest, which is the likeliest to be clean; nil where there is none.
func (s *Source) takeIdle() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) == 0 {
		return nil
	}
	c := s.idle[0]
	s.idle = slices.Delete(s.idle, 0, 1)
	return c
}

// usual are the limits that sessions begin with: those of the last transaction, since most have the same.
func (s *Source) usual() limits {
	if last := s.last.Load(); last != nil {
		return *last
	}
	return (&tx{time: query.DefaultTime}).limits()
}

// release gives a session back. What ends the transaction and cleans the session is sent at once, so that the server does
// it while nobody waits; its answer is read before the next caller gets the session.
func (s *Source) release(c *conn) {
	defer func() { <-s.places }()
	if c.pg.IsClosed() || c.sendReset() != nil {
		c.close()
		return
	}
	s.mu.Lock()
	closed := s.closed
	if !closed {
		s.idle = append(s.idle, c)
	}
	s.mu.Unlock()
	if closed {
		c.close()
	}
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

// sendReset sends what ends the transaction and takes everything back that a caller could have left in the session:
// settings, locks, prepared statements, cursors, temporary tables, listeners. ROLLBACK alone takes back what SET did in the
// transaction; DISCARD ALL does the rest, in the same round trip.
func (c *conn) sendReset() error {
	p := c.pg.StartPipeline(context.Background())
	p.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	p.SendPipelineSync()
	p.SendQueryParams("DISCARD ALL", nil, nil, nil, nil)
	if err := p.Sync(); err != nil {
		p.Close()
		return err
	}
	c.resetting = p
	return nil
}

// resetTime is how long a session may take to become clean.
const resetTime = 2 * time.Second

// clean reads the answers to what sendReset sent, and reports whether the session can be used again.
func (c *conn) clean() bool {
	for try := 0; c.resetting != nil; try++ {
		c.pg.Conn().SetReadDeadline(time.Now().Add(resetTime))
		err := finish(c.resetting)
		c.resetting = nil
		if c.pg.IsClosed() {
			return false
		}
		c.pg.Conn().SetReadDeadline(time.Time{})
		// A cancellation that comes late hits the reset in place of the query it was meant for.
		var server *pgconn.PgError
		switch {
		case err == nil:
		case try == 0 && errors.As(err, &server) && server.Code == "57014":
			if c.sendReset() != nil {
				return false
			}
		default:
			return false
		}
	}
	return !c.pg.IsClosed()
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
	e := &query.Error{
		Code: query.CodeNotFound, Message: s.where() + " cannot be reached", Err: err,
		Hint: "check host, port and sslmode, and that the server runs and lets this machine in",
	}
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
