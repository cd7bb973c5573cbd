package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"vitrine/guard"
	"vitrine/query"
)

// Options say what to open and how. Name and URL are required.
type Options struct {
	Name string // what callers call the source

	// URL is a postgres:// address or a libpq connection string. What it leaves out comes from the environment as libpq
	// has it (PGHOST, PGUSER, PGPASSFILE, PGSERVICE, PGSSLMODE, PGSSLROOTCERT, …); keep passwords in a PGPASSFILE.
	URL string

	// AllowPrivileged serves a role that could write. Every result says so.
	AllowPrivileged bool

	// MaxConnections is how many transactions are open at once, each on a connection of its own; one more connection is for
	// questions to the catalog. Zero means DefaultMaxConnections.
	MaxConnections int

	// MaxLag is how stale what a standby shows may be; see [Hosts]. Zero means that nobody asks.
	MaxLag time.Duration

	// MaxRowBytes is how long one row may be; a longer one ends the query. Zero means DefaultMaxRowBytes.
	MaxRowBytes int
}

// The bounds of a source whose options give none.
const (
	DefaultMaxConnections = 8
	DefaultMaxRowBytes    = 64 << 20
)

// The codes of the notices of this package.
const (
	NoticeUnhardened = "unhardened_server" // functions that write although the transaction is READ ONLY are open to the role
	NoticePrivileged = "privileged_role"   // the role could write, and the operator allowed that
)

// Source is a PostgreSQL database on one server, opened read-only. It implements [query.Source].
type Source struct {
	options Options
	config  *pgconn.Config
	places  chan struct{} // one for each connection that may be open
	notices []guard.Notice
	once    atomic.Pointer[guard.Notice] // told with one result only
	last    atomic.Pointer[limits]       // of the transaction that began last
	outside *outside                     // what stands outside pg_catalog
	types   typeNames
	seen    relations

	// fit, where it is set, says of what the server tells of itself whether it may be read, and question what it is to be
	// asked. Both are set before the first transaction begins.
	fit      func(standing) error
	question func() string

	mu      sync.Mutex
	idle    []*conn
	waiting map[*conn]bool // those whose first answer is still to come
	closed  bool
}

var _ query.Source = (*Source)(nil)

// Open connects to the one server of an address, looks at what the role may do, and refuses one that could write unless
// the options allow it. [OpenHosts] takes addresses of several. Errors are *query.Error of CodeNotFound (no server, no database, no such role or password), CodeNotReadOnly,
// CodeTimeout and CodeCancelled.
func Open(ctx context.Context, o Options) (*Source, error) {
	all, _, err := configs(o.URL)
	if err != nil {
		return nil, err
	}
	if len(all) > 1 {
		return nil, &query.Error{
			Code: query.CodeNotFound, Message: fmt.Sprintf("the address names %d servers, and one is opened here", len(all)),
			Hint: "give the address of one server",
		}
	}
	return openHost(ctx, o, all[0])
}

// openHost opens the server of a configuration.
func openHost(ctx context.Context, o Options, config *pgconn.Config) (*Source, error) {
	if o.MaxConnections <= 0 {
		o.MaxConnections = DefaultMaxConnections
	}
	if o.MaxRowBytes <= 0 {
		o.MaxRowBytes = DefaultMaxRowBytes
	}
	s := &Source{options: o, config: config.Copy(), places: make(chan struct{}, o.MaxConnections+1), waiting: map[*conn]bool{}}
	s.configure()
	if err := s.inspect(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// configure fixes the settings of every session. What is sent when a session begins is also what RESET goes back to.
func (s *Source) configure() {
	c := s.config
	c.MaxProtocolMessageBodyLen = s.options.MaxRowBytes
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = 10 * time.Second
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "vitrine"
	}
	for name, value := range map[string]string{
		"default_transaction_read_only": "on",
		"standard_conforming_strings":   "on",
		"client_encoding":               "UTF8",
		"DateStyle":                     "ISO",
		"IntervalStyle":                 "postgres",
		"bytea_output":                  "hex",
		"extra_float_digits":            "1",
		"xmlbinary":                     "base64",
		"lock_timeout":                  "5000",
	} {
		c.RuntimeParams[name] = value
	}
	c.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	// A call that ends early is cancelled on the server; where that does not help, the connection is dropped.
	c.BuildContextWatcherHandler = func(pc *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: pc, DeadlineDelay: 2 * time.Second}
	}
}

// Name returns the name that the options gave.
func (s *Source) Name() string { return s.options.Name }

// Dialect returns guard.Postgres.
func (s *Source) Dialect() guard.Dialect { return guard.Postgres }

// Notices returns what is told with every result: that the role could write, where that was allowed.
func (s *Source) Notices() []guard.Notice { return s.notices }

// Close closes the idle connections, and those in use once their transactions end.
func (s *Source) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.dropIdle()
	return nil
}

func badAddress(err error) *query.Error {
	// The parser's own text holds the address, with the password taken out but for what it could not read; so only what
	// went wrong is passed on.
	message := "the address of the server cannot be read"
	var parse *pgconn.ParseConfigError
	if errors.As(err, &parse) {
		if cause := errors.Unwrap(parse); cause != nil && !strings.Contains(cause.Error(), "://") && !strings.Contains(cause.Error(), "@") {
			message += ": " + strings.ToLower(cause.Error())
		}
	}
	return &query.Error{
		Code: query.CodeNotFound, Message: message,
		Hint: "write postgres://user@host:port/database?sslmode=verify-full, and the password in a PGPASSFILE", Err: err,
	}
}

// where names the server in errors: never with a password, nor with the path of a socket.
func (s *Source) where() string { return "the server " + s.address().String() }

func (s *Source) address() Address { return Address{s.config.Host, s.config.Port} }
