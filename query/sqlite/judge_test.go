package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// TestTheAuthorizerDeniesWhatItDoesNotKnow asks the judge of a caller's statement by itself, since the layers beneath
// would stop most of these actions too.
func TestTheAuthorizerDeniesWhatItDoesNotKnow(t *testing.T) {
	known := map[int32]bool{
		sqlite3.SQLITE_SELECT: true, sqlite3.SQLITE_READ: true, sqlite3.SQLITE_FUNCTION: true,
		sqlite3.SQLITE_RECURSIVE: true, sqlite3.SQLITE_PRAGMA: true,
	}
	for code := int32(0); code < 64; code++ { // the engine's codes end at 33 today
		if known[code] {
			continue
		}
		j := &caller{stmt: everything{standIn{relations: []string{"users"}}}, schema: &schema{}}
		assert.Equal(t, deny, j.judge(action{code: code, first: "users", second: "name", database: "main"}), "action %d", code)
		assert.NotNil(t, j.refusal, "action %d", code)
	}
	tls := libc.NewTLS()
	defer tls.Close()
	assert.Equal(t, deny, verdict(authorize(tls, 0, sqlite3.SQLITE_SELECT, 0, 0, 0, 0)), "a connection without a judge")
}
