package sqlite

import (
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// conn is one connection. It is for one goroutine at a time, but for cancel.
type conn struct {
	tls  *libc.TLS
	db   uintptr
	file os.FileInfo // what the path stood for when it was opened

	generation int // of its source, when it was opened

	memory      int64 // bytes that SQLite holds on the connection's thread
	memoryLimit int64
	starved     bool // a block was not granted since all connections together hold too much

	valueLimit int32 // how long a value may be

	doubtful  bool // the file was not what the connection took it for: what it has cached may be wrong
	cancelled atomic.Bool
	lock      sync.Mutex // held while db is interrupted or closed

	auth    authorizer
	waiting time.Time // since when a lock is waited for

	begin, end, cookie, changes *statement  // of the connection's own, prepared once
	number                      int64       // of the connection within the process
	prepared                    []*prepared // of callers, that may be run again; the latest is the last

	temporary   map[uintptr]*tempFile // open temporary files, by number
	temporaries uintptr               // how many there were

	engine  map[string]engineFunction // that are called through a bound, by name
	scratch []byte                    // in which functions build their results

	loaded       map[string]bool // virtual tables that were loaded, at one value of the schema cookie
	loadedCookie int64
}

// fixed is a statement of this package's own. Only constants are of this type: no text of a caller becomes one.
type fixed string

// openFlags never let the engine create or write anything. The connection needs no mutex of the engine, since one
// goroutine uses it at a time.
const openFlags = sqlite3.SQLITE_OPEN_READONLY | sqlite3.SQLITE_OPEN_URI | sqlite3.SQLITE_OPEN_NOMUTEX |
	sqlite3.SQLITE_OPEN_PRIVATECACHE | sqlite3.SQLITE_OPEN_EXRESCODE

// connections numbers the connections of the process.
var connections atomic.Int64

// connect opens the URI and puts every bound in place. The authorizer stands, and denies all.
func connect(uri string, memoryLimit int64) (*conn, error) {
	if !accounted {
		return nil, internal("another package used SQLite before this one could bound its memory")
	}
	if err := registerLayer(); err != nil {
		return nil, err
	}
	c := &conn{memoryLimit: memoryLimit, valueLimit: maxValue, number: connections.Add(1)}
	if newThread(c) == nil {
		return nil, internal("too many connections")
	}
	name, layer := cBytes(c.tls, uri), cBytes(c.tls, layerName)
	defer libc.Xfree(c.tls, name)
	defer libc.Xfree(c.tls, layer)
	handle := c.tls.Alloc(int(unsafe.Sizeof(uintptr(0))))
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, handle, openFlags, layer)
	c.db = *(*uintptr)(pointer(handle))
	c.tls.Free(int(unsafe.Sizeof(uintptr(0))))
	if rc != sqlite3.SQLITE_OK {
		err := c.failure(rc)
		c.close()
		return nil, err
	}
	if err := c.harden(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// harden sets switches, limits, settings and callbacks, and asks the engine whether the file is open read-only.
func (c *conn) harden() error {
	for _, s := range switches {
		if rc := c.configure(s.id, s.on); rc != sqlite3.SQLITE_OK {
			return c.failure(rc)
		}
	}
	for _, l := range limits {
		sqlite3.Xsqlite3_limit(c.tls, c.db, l.id, l.value)
	}
	sqlite3.Xsqlite3_busy_handler(c.tls, c.db, function(busy), c.db)
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, progressSteps, function(progress), c.db)
	if err := c.register(); err != nil {
		return err
	}
	sqlite3.Xsqlite3_set_authorizer(c.tls, c.db, function(authorize), c.db)
	for _, s := range settings {
		if err := c.run(s); err != nil {
			return err
		}
	}
	main := cBytes(c.tls, "main")
	defer libc.Xfree(c.tls, main)
	if sqlite3.Xsqlite3_db_readonly(c.tls, c.db, main) != 1 {
		return notReadOnly("the engine did not open the file read-only")
	}
	return nil
}

// configure sets one of SQLITE_DBCONFIG_*.
func (c *conn) configure(id, on int32) int32 {
	list := c.tls.Alloc(16)
	defer c.tls.Free(16)
	return sqlite3.Xsqlite3_db_config(c.tls, c.db, id, libc.VaList(list, on, uintptr(0)))
}

// run runs a statement of the package's own to its end.
func (c *conn) run(text fixed, args ...any) error {
	return c.each(text, nil, args...)
}

// each runs a statement of the package's own and calls row, where there is one, for each row.
func (c *conn) each(text fixed, row func(s *statement) error, args ...any) error {
	defer c.auth.enter(trusting{})()
	s, err := c.prepare(string(text))
	if err != nil {
		return err
	}
	defer s.finalize()
	if err := s.bind(args); err != nil {
		return err
	}
	for {
		more, err := s.step()
		if err != nil || !more {
			return err
		}
		if row != nil {
			if err := row(s); err != nil {
				return err
			}
		}
	}
}

// limitValues bounds the length of values, stored or built, from now on.
func (c *conn) limitValues(bytes int32) {
	sqlite3.Xsqlite3_limit(c.tls, c.db, sqlite3.SQLITE_LIMIT_LENGTH, bytes)
	c.valueLimit = bytes
}

// progressSteps is how many instructions of its virtual machine the engine runs before it asks whether to go on.
const progressSteps = 1000

// progress stops a statement whose connection was cancelled: https://sqlite.org/c3ref/progress_handler.html.
func progress(tls *libc.TLS, _ uintptr) int32 {
	if c := connOf(tls); c == nil || c.cancelled.Load() {
		return 1
	}
	return 0
}

// lockWait is how long a lock of another connection is waited for.
const lockWait = 2 * time.Second

// busy waits a moment for a lock: https://sqlite.org/c3ref/busy_handler.html.
func busy(tls *libc.TLS, _ uintptr, times int32) int32 {
	c := connOf(tls)
	if c == nil || c.cancelled.Load() {
		return 0
	}
	if times == 0 {
		c.waiting = time.Now()
	}
	if time.Since(c.waiting) > lockWait {
		return 0
	}
	time.Sleep(min(time.Millisecond<<min(times, 5), 20*time.Millisecond))
	return 1
}

// cancel stops what the connection does, now and until revive. It may be called from any goroutine.
func (c *conn) cancel() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.cancelled.Store(true)
	if c.db != 0 {
		sqlite3.Xsqlite3_interrupt(c.tls, c.db)
	}
}

// keepScratch keeps what was grown for the next call, unless it is large.
func (c *conn) keepScratch(b []byte) {
	if cap(b) <= 64<<10 {
		c.scratch = b
	}
}

// revive makes a cancelled connection usable again. Nothing may run on it.
func (c *conn) revive() { c.cancelled.Store(false) }

// inTransaction reports whether a transaction is open.
func (c *conn) inTransaction() bool { return sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0 }

// close frees the connection. The statement of a cursor must be finished.
func (c *conn) close() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.tls == nil {
		return
	}
	for _, s := range []*statement{c.begin, c.end, c.cookie, c.changes} {
		s.finalize()
	}
	for _, p := range c.prepared {
		p.finalize()
	}
	if c.db != 0 {
		sqlite3.Xsqlite3_close_v2(c.tls, c.db)
		c.db = 0
	}
	closeThread(c)
	c.tls = nil
}

// inWALMode reports whether the file says that it is in WAL mode. It reads through the engine's own descriptor: to open
// and close the file would drop the locks that this process holds on it (https://sqlite.org/howtocorrupt.html#posix_close_bug).
func (c *conn) inWALMode() bool {
	const word = int(unsafe.Sizeof(uintptr(0)))
	main := cBytes(c.tls, "main")
	defer libc.Xfree(c.tls, main)
	out := c.tls.Alloc(word)
	defer c.tls.Free(word)
	if sqlite3.Xsqlite3_file_control(c.tls, c.db, main, sqlite3.SQLITE_FCNTL_FILE_POINTER, out) != sqlite3.SQLITE_OK {
		return false
	}
	file := *(*uintptr)(pointer(out))
	if file == 0 {
		return false
	}
	methods := (*sqlite3.Tsqlite3_file)(pointer(file)).FpMethods
	if methods == 0 {
		return false
	}
	header := c.tls.Alloc(24)
	defer c.tls.Free(24)
	read := call[func(*libc.TLS, uintptr, uintptr, int32, int64) int32]((*sqlite3.Tsqlite3_io_methods)(pointer(methods)).FxRead)
	return read(c.tls, file, header, 24, 0) == sqlite3.SQLITE_OK && view(header, 24)[18] == 2
}

// uri returns the URI that opens a path and nothing else: every byte that a URI could read otherwise is escaped
// (https://sqlite.org/uri.html).
func uri(path string, immutable bool) string {
	var b strings.Builder
	b.WriteString("file:")
	if !strings.HasPrefix(path, "/") {
		b.WriteByte('/') // a drive: file:/C:/…
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			c == '/', c == '.', c == '_', c == '-', c == '~', c == ':':
			b.WriteByte(c)
		default:
			const digits = "0123456789ABCDEF"
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	b.WriteString("?mode=ro")
	if immutable {
		b.WriteString("&immutable=1")
	}
	return b.String()
}
