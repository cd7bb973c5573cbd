package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// TestEverySwitchStands asks the engine for the switches, limits and settings of a connection that serves. What it must
// say stands here once more, so that a line that is lost there shows.
func TestEverySwitchStands(t *testing.T) {
	s := open(t, database(t, people...))
	require.Len(t, s.idle, 1)
	c := s.idle[0]
	for id, want := range map[int32]int32{
		sqlite3.SQLITE_DBCONFIG_DEFENSIVE: 1, sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA: 0, sqlite3.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION: 0,
		sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER: 0, sqlite3.SQLITE_DBCONFIG_WRITABLE_SCHEMA: 0, sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE: 0,
		sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE: 0, sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: 1,
	} {
		out, list := c.tls.Alloc(8), c.tls.Alloc(16)
		rc := sqlite3.Xsqlite3_db_config(c.tls, c.db, id, libc.VaList(list, int32(-1), out))
		assert.EqualValues(t, sqlite3.SQLITE_OK, rc, "switch %d", id)
		assert.Equal(t, want, *(*int32)(pointer(out)), "switch %d", id)
		c.tls.Free(16)
		c.tls.Free(8)
	}
	for id, want := range map[int32]int32{
		sqlite3.SQLITE_LIMIT_ATTACHED: 0, sqlite3.SQLITE_LIMIT_LENGTH: 4 << 20, sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 20, sqlite3.SQLITE_LIMIT_COLUMN: 2000,
		sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 1000, sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100, sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 100,
		sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1000, sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 32766, sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
		sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
	} {
		assert.Equal(t, want, sqlite3.Xsqlite3_limit(c.tls, c.db, id, -1), "limit %d", id)
	}
	for text, want := range map[fixed]int64{
		"PRAGMA query_only": 1, "PRAGMA cell_size_check": 1, "PRAGMA temp_store": 1, "PRAGMA cache_size": -2000,
		"PRAGMA mmap_size": 0, // a file that is cut under a map of it would end the process
	} {
		rows := 0
		require.NoError(t, c.each(text, func(row *statement) error {
			rows++
			assert.Equal(t, want, row.integer(0), text)
			return nil
		}))
		assert.True(t, rows == 1 || want == 0, text)
	}
}
