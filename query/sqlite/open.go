package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"vitrine/guard"
	"vitrine/query"
)

// DefaultMaxMemory is how many bytes one query may make the engine hold where Options say nothing.
const DefaultMaxMemory = 256 << 20

// Options say what to open and how. Name and Path are required.
type Options struct {
	Name string // what callers call the source
	Path string // any path; it is never read as a URI

	// Immutable opens the file without locks and without its -wal file, which is the only way to read a database in WAL
	// mode that lies in a read-only folder. If somebody writes to it, results may be stale or wrong; every result says so.
	Immutable bool

	// MaxMemory is how many bytes one query may make the engine hold, caches and sorting included. Zero means
	// DefaultMaxMemory.
	MaxMemory int64
}

// Source is an SQLite database, opened read-only. It implements [query.Source].
type Source struct {
	options Options
	uri     string
	path    string // absolute, so that it stays the same file when the process changes its folder
	notices []guard.Notice
	pauses  pauses

	mu     sync.Mutex
	idle   []*conn
	schema *schema // as last seen

	generation int // how often what connections had cached was found to be wrong
	closed     bool
}

var _ query.Source = (*Source)(nil)

// Open opens a database and tests that it cannot be written to: the engine must have opened the file read-only, and
// every way to write that is known must fail on a connection opened like those that serve, and leave no file behind.
// It creates nothing beside the database, with one exception that is SQLite's: to read a database in WAL mode, the
// engine makes the -wal and -shm files beside it where they are missing.
//
// Errors are *query.Error of CodeNotFound, CodeNotADatabase, CodeCorrupt, CodeLocked, CodeUnreadable, CodeNotReadOnly,
// CodeTimeout and CodeCancelled.
func Open(ctx context.Context, o Options) (*Source, error) {
	if o.MaxMemory <= 0 {
		o.MaxMemory = DefaultMaxMemory
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, internal("the working folder is gone")
	}
	s := &Source{options: o, path: path, uri: uri(filepath.ToSlash(path), o.Immutable)}
	if !o.Immutable {
		s.pauses.log = path + "-wal"
	} else {
		s.notices = []guard.Notice{{
			Code:    query.NoticeImmutable,
			Message: "the database was opened as immutable: what others write to it, and what stands in its -wal file, is not seen",
		}}
	}
	if err := s.selfTest(ctx); err != nil {
		return nil, err
	}
	// What a first query would find wrong with the file is better told now.
	t, err := s.start(ctx, query.Budget{})
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, t.Close()
}

// Name returns the name that the options gave.
func (s *Source) Name() string { return s.options.Name }

// Dialect returns guard.SQLite.
func (s *Source) Dialect() guard.Dialect { return guard.SQLite }

// Notices returns the notice of an immutable file.
func (s *Source) Notices() []guard.Notice { return s.notices }

// Close frees the idle connections. Transactions that still run free theirs when they end.
func (s *Source) Close() error {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.closed = nil, true
	s.mu.Unlock()
	for _, c := range idle {
		c.close()
	}
	return nil
}

// file is the name under which errors speak of the database: never its whole path, which may leave over a network.
func (s *Source) file() string { return filepath.Base(s.path) }

// stat looks at what the path stands for now.
func (s *Source) stat() (os.FileInfo, error) {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &query.Error{
			Code:    query.CodeNotFound,
			Message: "there is no file " + s.file(),
			Hint:    "check the path; nothing is created",
			Err:     err,
		}
	case err != nil:
		return nil, &query.Error{
			Code:    query.CodeUnreadable,
			Message: "the database file " + s.file() + " cannot be looked at",
			Hint:    "check the permissions of the folders above it",
			Err:     err,
		}
	case !info.Mode().IsRegular():
		return nil, &query.Error{
			Code:    query.CodeNotADatabase,
			Message: fmt.Sprintf("%s is %s, and not a file", s.file(), sort(info.Mode())),
			Hint:    "give the path of an SQLite database file",
		}
	}
	return info, nil
}

// sort names what is not a file.
func sort(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}
