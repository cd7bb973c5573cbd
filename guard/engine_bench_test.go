package guard_test

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// What the benchmarks need of the engine's C interface, in a file of its own.

var started = time.Now()

func nanotime() int64 { return int64(time.Since(started)) }

func pointerAt(address uintptr) uintptr {
	return **(**uintptr)(unsafe.Pointer(&address))
}

func openMemory(b *testing.B, tls *libc.TLS) uintptr {
	b.Helper()
	name, err := libc.CString(":memory:")
	require.NoError(b, err)
	defer libc.Xfree(tls, name)
	out := libc.Xmalloc(tls, 8)
	defer libc.Xfree(tls, out)
	require.EqualValues(b, sqlite3.SQLITE_OK, sqlite3.Xsqlite3_open_v2(tls, name, out, sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE, 0))
	db := pointerAt(out)
	schema, err := libc.CString(benchmarkSchema)
	require.NoError(b, err)
	defer libc.Xfree(tls, schema)
	require.EqualValues(b, sqlite3.SQLITE_OK, sqlite3.Xsqlite3_exec(tls, db, schema, 0, 0, 0))
	return db
}
