package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// standing is what a server says of itself in one moment.
type standing struct {
	asked    time.Time // before the question was sent
	standby  bool
	position uint64 // in the log: what a standby has replayed, what a primary has on disk
	timeline string // of a primary, as the name of a log file begins; a promotion makes a later one

	// Of a standby: whether a receiver is connected and nothing that it received waits to be replayed; and how old the last
	// transaction that it replayed is by its own clock, negative where it has not seen one.
	caughtUp bool
	age      time.Duration
}

// standingQuery asks for all of it. Nothing in it needs a privilege, and each function is only called where it may be.
const standingQuery = `SELECT r.standby,
	CASE WHEN r.standby THEN pg_catalog.pg_last_wal_replay_lsn() ELSE pg_catalog.pg_current_wal_flush_lsn() END OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn,
	CASE WHEN NOT r.standby THEN pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()) END,
	r.standby AND COALESCE(pg_catalog.pg_last_wal_receive_lsn() OPERATOR(pg_catalog.<=) pg_catalog.pg_last_wal_replay_lsn(), false)
		AND EXISTS (SELECT FROM pg_catalog.pg_stat_wal_receiver WHERE pid IS NOT NULL),
	CASE WHEN r.standby THEN pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) pg_catalog.pg_last_xact_replay_timestamp()) END
	FROM (SELECT pg_catalog.pg_is_in_recovery() AS standby OFFSET 0) AS r`

// positionQuery asks for what a read needs while the primary's positions are known: the answer to standingQuery but for
// what only a primary tells, and the rest that costs a look into the server's statistics.
const positionQuery = `SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_last_wal_replay_lsn() OPERATOR(pg_catalog.-) '0/0'::pg_catalog.pg_lsn, NULL, NULL, NULL`

// readStanding reads the answer to standingQuery or positionQuery.
func readStanding(reader *pgconn.ResultReader, asked time.Time) (standing, error) {
	st := standing{asked: asked, age: -1}
	rows := 0
	for reader.NextRow() {
		v := reader.Values()
		rows++
		st.standby = string(v[0]) == "t"
		st.position, _ = strconv.ParseUint(string(v[1]), 10, 64)
		if len(v[2]) >= 8 {
			st.timeline = string(v[2][:8])
		}
		st.caughtUp = string(v[3]) == "t"
		if seconds, err := strconv.ParseFloat(string(v[4]), 64); err == nil {
			st.age = max(time.Duration(seconds*float64(time.Second)), 0)
		}
	}
	_, err := reader.Close()
	if err == nil && rows != 1 {
		err = fmt.Errorf("%d rows where one was due", rows)
	}
	return st, err
}

// measure asks a server how it stands.
func measure(ctx context.Context, pg *pgconn.PgConn) (standing, error) {
	asked := time.Now()
	return readStanding(pg.ExecParams(ctx, standingQuery, nil, nil, nil, nil), asked)
}

// sendFit sends, before the transaction begins, the question whether this server may be read at all. The answer comes in
// the same round trip. It is asked before the snapshot is taken, so that the snapshot shows at least what the answer
// says. It returns what is still to be sent before the caller's statement.
func (t *tx) sendFit(p *pgconn.Pipeline, before []string) []string {
	if t.aborted {
		p.SendQueryParams(before[0], nil, nil, nil, nil) // ROLLBACK
		before = before[1:]
	}
	p.SendQueryParams(t.source.question(), nil, nil, nil, nil)
	p.SendPipelineSync()
	return before
}

// readFit reads the answer to sendFit. Where it says no, the statement behind it is stopped and the session is gone.
func (t *tx) readFit(p *pgconn.Pipeline, asked time.Time) error {
	if t.aborted {
		reader, err := result(p)
		if err == nil {
			_, err = reader.Close()
		}
		if err != nil {
			return err
		}
	}
	reader, err := result(p)
	if err != nil {
		return err
	}
	st, err := readStanding(reader, asked)
	if err != nil {
		return err
	}
	if err := t.source.fit(st); err != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		t.conn.pg.CancelRequest(ctx)
		t.conn.pg.Conn().Close()
		return err
	}
	next, err := p.GetResults()
	if err != nil {
		return err
	}
	if _, ok := next.(*pgconn.PipelineSync); !ok {
		return fmt.Errorf("the server gave %T where a sync was due", next)
	}
	return nil
}

// session is a session for questions to the catalog, on a server that may be read.
func (s *Source) session(ctx context.Context) (*conn, error) {
	c, _, err := s.acquire(ctx)
	if err != nil || s.fit == nil {
		return c, err
	}
	st, err := measure(ctx, c.pg)
	if err != nil {
		s.release(c)
		return nil, s.inspectError(ctx, err)
	}
	if err := s.fit(st); err != nil {
		s.release(c)
		return nil, err
	}
	return c, nil
}

// await writes down that a session waits for the first answer to a statement, so that [Source.sever] can end the wait.
func (s *Source) await(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[c] = true
}

func (s *Source) answered(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, c)
}

// sever ends the wait for a server that does not answer any more: statements that have given nothing fail at once, and
// can be run elsewhere. The source is closed with it.
func (s *Source) sever() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.waiting {
		c.pg.Conn().Close()
	}
}

// errUnfit marks the error of a server that may not be read now, although it answers.
var errUnfit = errors.New("the server may not be read now")

// elsewhere reports whether another server may do what this one failed at: it cannot be reached, is going down or coming
// up, has no connection to give, or may not be read now. failing says that the server itself is in doubt.
func elsewhere(err error) (moves, failing bool) {
	var e *query.Error
	if !errors.As(err, &e) {
		return false, false
	}
	if errors.Is(err, errUnfit) {
		return true, false
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		switch code := server.Code; {
		case code == "40001", code == "53300", code == "58030", code == "XX001", code == "XX002":
			// A standby cancels what stands in the way of its replay; a server has no connection left, or a broken disk.
			return true, false
		case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P"):
			return true, true
		}
		return e.Code == query.CodeNotFound, e.Code == query.CodeNotFound
	}
	return e.Code == query.CodeNotFound || e.Code == query.CodeUnreadable, e.Code == query.CodeNotFound || e.Code == query.CodeUnreadable
}

// lost reports whether the server went away while it ran the statement, which may have been the reason: its connection
// broke without a word, or it says that another of its processes crashed.
func lost(err error) bool {
	var e *query.Error
	if !errors.As(err, &e) || e.Code != query.CodeUnreadable {
		return false
	}
	var server *pgconn.PgError
	return !errors.As(err, &server) || server.Code == "57P02"
}
