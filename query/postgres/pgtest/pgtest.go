// Package pgtest starts a PostgreSQL server for tests: a cluster of its own in a temporary folder, on a free port of the
// loopback interface, owned by a user other than root, gone when the tests end.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

// Server is a running cluster. Its superuser is postgres, and it trusts everybody on the loopback interface.
type Server struct {
	Port   int
	folder string
	bin    string
	cred   *syscall.Credential
}

var (
	once   sync.Once
	shared *Server
	reason error
)

// errMissing is why a server cannot be started on a machine without PostgreSQL.
var errMissing = errors.New("the PostgreSQL server is not installed: apt install postgresql (looked in /usr/lib/postgresql/*/bin and VITRINE_PG_BIN)")

// Main runs the tests of a package, stops the server that they started, and fails where a goroutine is left behind. Call
// it from TestMain.
func Main(m *testing.M) {
	code := m.Run()
	if shared != nil {
		shared.Stop()
	}
	if code == 0 {
		// What waits for a server's answer can take its time to end.
		err := goleak.Find()
		for began := time.Now(); err != nil && time.Since(began) < 20*time.Second; err = goleak.Find() {
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "goleak: a goroutine is left when the tests have ended:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// Shared returns the one server of the test binary, and starts it for the first test that asks. Without PostgreSQL the test
// is skipped, and fails where CI=true.
func Shared(t testing.TB) *Server {
	t.Helper()
	once.Do(func() { shared, reason = Start() })
	if reason != nil {
		if os.Getenv("CI") != "true" && errors.Is(reason, errMissing) {
			t.Skip(reason)
		}
		t.Fatal(reason)
	}
	return shared
}

// Start starts a server. Stop must be called.
func Start() (*Server, error) {
	s, err := prepare()
	if err != nil {
		return nil, err
	}
	if err := s.run("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
		os.RemoveAll(s.folder)
		return nil, err
	}
	if err := s.launchAnywhere(); err != nil {
		os.RemoveAll(s.folder)
		return nil, err
	}
	return s, nil
}

// prepare finds the programs and makes a folder for a server.
func prepare() (*Server, error) {
	s := &Server{bin: os.Getenv("VITRINE_PG_BIN")}
	if s.bin == "" {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
		if len(found) == 0 {
			return nil, errMissing
		}
		slices.Sort(found)
		s.bin = filepath.Dir(found[len(found)-1])
	}
	folder, err := os.MkdirTemp("", "vitrine-pg")
	if err != nil {
		return nil, err
	}
	s.folder = folder
	if os.Getuid() == 0 {
		if s.cred, err = other(); err == nil {
			err = os.Chown(folder, int(s.cred.Uid), int(s.cred.Gid))
		}
		if err != nil {
			os.RemoveAll(folder)
			return nil, err
		}
	}
	return s, nil
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// launchAnywhere starts the server on a free port. Somebody else may take the port between the look and the start.
func (s *Server) launchAnywhere() (err error) {
	for range 3 {
		if s.Port, err = freePort(); err != nil {
			return err
		}
		if err = s.launch(); err == nil {
			return nil
		}
	}
	return err
}

// launch starts the server on its port and waits until it lets sessions in.
func (s *Server) launch() error {
	options := fmt.Sprintf("-c listen_addresses=127.0.0.1 -c port=%d -c unix_socket_directories=%s -c fsync=off -c max_connections=60 -c TimeZone=UTC", s.Port, s.folder) +
		" -c wal_keep_size=256MB -c wal_retrieve_retry_interval=200ms"
	return s.run("pg_ctl", "-D", s.data(), "-w", "-t", "180", "-l", filepath.Join(s.folder, "log"), "-o", options, "start")
}

// other is the user that runs the server where the tests run as root, which PostgreSQL refuses to do.
func other() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("there is no user postgres or nobody to run the server as")
}

func (s *Server) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir = s.folder
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	if s.cred != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	}
	// The server inherits what it is started with; a pipe would stay open with it.
	out, err := os.CreateTemp(s.folder, program)
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		return fmt.Errorf("%s: %w: %s%s", program, err, said, log)
	}
	return nil
}

// Stop stops the server and removes its folder.
func (s *Server) Stop() {
	s.run("pg_ctl", "-D", s.data(), "-m", "immediate", "-w", "stop")
	os.RemoveAll(s.folder)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// URL is the address of a database for a role.
func (s *Server) URL(role, database string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", role, s.Port, database)
}

// Exec runs statements as the superuser, in one simple query.
func (s *Server) Exec(t testing.TB, database, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL("postgres", database))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

// Ask returns the rows of a query as the superuser, each as its values joined by |.
func (s *Server) Ask(t testing.TB, database, sql string) []string {
	t.Helper()
	rows, err := s.Try(database, sql)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Try is Ask of a server that may be down.
func (s *Server) Try(database, sql string) (rows []string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL("postgres", database))
	if err != nil {
		return nil, err
	}
	defer c.Close(ctx)
	result := c.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil).Read()
	if result.Err != nil {
		return nil, result.Err
	}
	for _, row := range result.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = string(cell)
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return rows, nil
}

// NewDatabase makes a database for one test, with the statements run in it, and a role of the same name that may read what
// is in the schema public then. It returns the name.
func (s *Server) NewDatabase(t testing.TB, sql string) string {
	t.Helper()
	name := fmt.Sprintf("t%d", time.Now().UnixNano())
	s.Exec(t, "postgres", "CREATE DATABASE "+name)
	s.Exec(t, "postgres", "CREATE ROLE "+name+" LOGIN")
	if sql != "" {
		s.Exec(t, name, sql)
	}
	s.Exec(t, name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+name)
	t.Cleanup(func() {
		s.Exec(t, "postgres", "DROP DATABASE "+name+" WITH (FORCE)")
		s.Exec(t, "postgres", "DROP ROLE "+name)
	})
	return name
}
