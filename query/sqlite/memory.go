package sqlite

import (
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLite's own heap limits are of no use here: the build that is linked in keeps no memory statistics, without which
// they do nothing, and they would bound the process, so that one query could starve another. So the allocator itself is
// wrapped (https://sqlite.org/malloc.html#_providing_an_alternative_memory_allocator): every connection runs on a
// thread of its own, which the allocator is told, and each has a budget. A connection that was cancelled gets no more
// large blocks either, which ends what a single function call would otherwise still build.

// large is the size of blocks that a cancelled connection does not get. Smaller ones it needs to unwind.
const large = 32 << 10

// native is SQLite's own allocator, which the wrapper calls.
var native sqlite3.Tsqlite3_mem_methods

// The allocator must be in place before SQLite is first used in the process, by whatever package.
func init() {
	tls := libc.NewTLS()
	defer tls.Close()
	methods := libc.Xmalloc(tls, types.Size_t(unsafe.Sizeof(native)))
	list := libc.Xmalloc(tls, 8)
	if methods == 0 || list == 0 {
		panic("sqlite: no memory at start")
	}
	defer libc.Xfree(tls, list)
	if rc := sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_GETMALLOC, libc.VaList(list, methods)); rc != sqlite3.SQLITE_OK {
		return // used already: accounted reports it, and Open refuses
	}
	native = *(*sqlite3.Tsqlite3_mem_methods)(pointer(methods))
	*(*sqlite3.Tsqlite3_mem_methods)(pointer(methods)) = sqlite3.Tsqlite3_mem_methods{
		FxMalloc:   function(allocate),
		FxFree:     function(free),
		FxRealloc:  function(reallocate),
		FxSize:     native.FxSize,
		FxRoundup:  native.FxRoundup,
		FxInit:     native.FxInit,
		FxShutdown: native.FxShutdown,
		FpAppData:  native.FpAppData,
	}
	accounted = sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_MALLOC, libc.VaList(list, methods)) == sqlite3.SQLITE_OK
	libc.Xfree(tls, methods) // SQLite keeps a copy
}

// accounted reports whether the allocator is in place.
var accounted bool

// threads finds the connection of a thread. A place is a thread's identity modulo its length: a connection takes
// another thread where the place is taken.
var threads [1 << 12]atomic.Pointer[conn]

func connOf(tls *libc.TLS) *conn {
	if c := threads[uint32(tls.ID)%uint32(len(threads))].Load(); c != nil && c.tls == tls {
		return c
	}
	return nil
}

// newThread returns a thread for the connection and enters it. It returns nil where there are too many connections.
func newThread(c *conn) *libc.TLS {
	for range len(threads) {
		c.tls = libc.NewTLS()
		if threads[uint32(c.tls.ID)%uint32(len(threads))].CompareAndSwap(nil, c) {
			return c.tls
		}
		c.tls.Close()
	}
	return nil
}

func closeThread(c *conn) {
	c.give(c.memory) // what others have freed for it
	threads[uint32(c.tls.ID)%uint32(len(threads))].CompareAndSwap(c, nil)
	c.tls.Close()
}

// together is what all connections of the process hold, and may hold.
var together struct{ held, limit atomic.Int64 }

func init() { together.limit.Store(DefaultMaxMemory) }

// LimitMemory bounds the bytes that all connections of the process may hold together; the default is DefaultMaxMemory.
// A query that finds it taken by others fails with query.CodeBusy rather than query.CodeOutOfMemory: it may succeed
// when they have ended.
func LimitMemory(bytes int64) { together.limit.Store(bytes) }

// take counts n bytes as held, and reports false where a bound forbids it. A negative n is always granted.
func (c *conn) take(n int64) bool {
	if n <= 0 {
		c.give(-n)
		return true
	}
	if c.memory+n > c.memoryLimit {
		return false
	}
	if together.held.Add(n) > together.limit.Load() {
		together.held.Add(-n)
		c.starved = true
		return false
	}
	c.memory += n
	return true
}

func (c *conn) give(n int64) {
	c.memory -= n
	together.held.Add(-n)
}

func allocate(tls *libc.TLS, n int32) uintptr {
	c := connOf(tls)
	if c == nil {
		return call[func(*libc.TLS, int32) uintptr](native.FxMalloc)(tls, n)
	}
	if n >= large && c.cancelled.Load() || !c.take(int64(n)) {
		return 0
	}
	p := call[func(*libc.TLS, int32) uintptr](native.FxMalloc)(tls, n)
	if p == 0 {
		c.give(int64(n))
	}
	return p
}

func free(tls *libc.TLS, p uintptr) {
	if c := connOf(tls); c != nil && p != 0 {
		c.give(int64(call[func(*libc.TLS, uintptr) int32](native.FxSize)(tls, p)))
	}
	call[func(*libc.TLS, uintptr)](native.FxFree)(tls, p)
}

func reallocate(tls *libc.TLS, p uintptr, n int32) uintptr {
	c := connOf(tls)
	if c == nil {
		return call[func(*libc.TLS, uintptr, int32) uintptr](native.FxRealloc)(tls, p, n)
	}
	more := int64(n) - int64(call[func(*libc.TLS, uintptr) int32](native.FxSize)(tls, p))
	if more > 0 && n >= large && c.cancelled.Load() || !c.take(more) {
		return 0
	}
	q := call[func(*libc.TLS, uintptr, int32) uintptr](native.FxRealloc)(tls, p, n)
	if q == 0 {
		c.give(more)
	}
	return q
}

// function returns what C takes for a pointer to a function. f must be declared, not a closure: the pointer to its code
// is in the program's read-only data and never moves (https://go.dev/s/go11func).
func function[T any](f T) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

// call is the inverse of function.
func call[T any](p uintptr) T { return *(*T)(unsafe.Pointer(&p)) }

// pointer turns an address that C gave into a pointer. It must be of memory that C owns.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// view returns n bytes of C's memory. They hold only as long as C says.
func view(p uintptr, n int) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(pointer(p)), n)
}

// text returns a copy of a C string.
func text(p uintptr) string {
	if p == 0 {
		return ""
	}
	return libc.GoString(p)
}

// cBytes returns a copy of bytes in C's memory, with a NUL behind them. The caller frees it with libc.Xfree.
func cBytes[T string | []byte](tls *libc.TLS, b T) uintptr {
	p := libc.Xmalloc(tls, types.Size_t(len(b)+1))
	if p == 0 {
		return 0
	}
	v := view(p, len(b)+1)
	copy(v, b)
	v[len(b)] = 0
	return p
}
