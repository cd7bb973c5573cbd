package sqlite

import (
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// The engine looks at its interrupt between the instructions of its virtual machine, never within a function. These
// functions of its own take time that grows with the product of the lengths of their arguments: minutes, for texts that
// the limits permit. They are replaced with versions that give the same results and look whether the connection was
// cancelled every few microseconds. A property test compares them with the engine's.
var interruptible = []struct {
	name      string
	arguments int32
	call      func(*libc.TLS, uintptr, int32, uintptr)
	wildcards wildcards
}{
	{"instr", 2, instr, none},
	{"replace", 3, replace, none},
	{"trim", 1, trimBoth, none},
	{"trim", 2, trimBoth, none},
	{"ltrim", 1, trimLeft, none},
	{"ltrim", 2, trimLeft, none},
	{"rtrim", 1, trimRight, none},
	{"rtrim", 2, trimRight, none},
	{"unhex", 1, unhex, none},
	{"unhex", 2, unhex, none},
	{"like", 2, like, likeWildcards},
	{"like", 3, like, likeWildcards},
	{"glob", 2, like, globWildcards},
}

// register puts the connection's own functions in place of the engine's. They keep the flags of those: what is
// deterministic may stand in an index, and what is innocuous in a view of a schema that is not trusted.
func (c *conn) register() error {
	const flags = sqlite3.SQLITE_UTF8 | sqlite3.SQLITE_DETERMINISTIC | sqlite3.SQLITE_INNOCUOUS
	for _, f := range interruptible {
		name := cBytes(c.tls, f.name)
		rc := sqlite3.Xsqlite3_create_function_v2(c.tls, c.db, name, f.arguments, flags, f.wildcards.address(), function(f.call), 0, 0, 0)
		libc.Xfree(c.tls, name)
		if rc != sqlite3.SQLITE_OK {
			return c.failure(rc)
		}
	}
	c.markPatterns()
	return c.bound()
}

// invocation is one call of a function.
type invocation struct {
	conn    *conn
	tls     *libc.TLS
	context uintptr
	argv    uintptr
	steps   int // since the last look whether the connection was cancelled
}

func invoked(tls *libc.TLS, context, argv uintptr) invocation {
	return invocation{conn: connOf(tls), tls: tls, context: context, argv: argv}
}

// argument returns the n-th argument as the engine holds it.
func (i *invocation) argument(n int) uintptr {
	return *(*uintptr)(pointer(i.argv + uintptr(n)*pointerSize))
}

func (i *invocation) kind(n int) int32 { return sqlite3.Xsqlite3_value_type(i.tls, i.argument(n)) }

// text returns the n-th argument as text. It is false for NULL, and where there is no memory to turn it into one.
func (i *invocation) text(n int) ([]byte, bool) {
	p := sqlite3.Xsqlite3_value_text(i.tls, i.argument(n))
	if p == 0 {
		return nil, false
	}
	return view(p, int(sqlite3.Xsqlite3_value_bytes(i.tls, i.argument(n)))), true
}

func (i *invocation) blob(n int) []byte {
	p := sqlite3.Xsqlite3_value_blob(i.tls, i.argument(n))
	return view(p, int(sqlite3.Xsqlite3_value_bytes(i.tls, i.argument(n))))
}

// patience is how many steps a function takes between two looks.
const patience = 4096

// stopped counts n steps, and reports whether the connection was cancelled. The statement then ends as interrupted.
func (i *invocation) stopped(n int) bool {
	if i.steps += n; i.steps < patience {
		return false
	}
	i.steps = 0
	if i.conn == nil || !i.conn.cancelled.Load() {
		return false
	}
	sqlite3.Xsqlite3_result_error_code(i.tls, i.context, sqlite3.SQLITE_INTERRUPT)
	return true
}

func (i *invocation) returnInt(v int) {
	sqlite3.Xsqlite3_result_int64(i.tls, i.context, int64(v))
}

func (i *invocation) returnText(b []byte) {
	if p := i.result(b); p != 0 {
		sqlite3.Xsqlite3_result_text64(i.tls, i.context, p, uint64(len(b)), freed, sqlite3.SQLITE_UTF8)
	}
}

func (i *invocation) returnBlob(b []byte) {
	if p := i.result(b); p != 0 {
		sqlite3.Xsqlite3_result_blob64(i.tls, i.context, p, uint64(len(b)), freed)
	}
}

// freed tells the engine how to free a result.
var freed = function(sqlite3.Xsqlite3_free)

// result copies b into memory of the engine, which counts it. Where there is none, that is the result.
func (i *invocation) result(b []byte) uintptr {
	p := sqlite3.Xsqlite3_malloc(i.tls, int32(len(b)+1))
	if p == 0 {
		sqlite3.Xsqlite3_result_error_nomem(i.tls, i.context)
		return 0
	}
	v := view(p, len(b)+1)
	copy(v, b)
	v[len(b)] = 0
	return p
}
