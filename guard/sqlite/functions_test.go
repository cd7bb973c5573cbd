package sqlite_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"vitrine/guard/sqlite"
)

// TestEveryFunctionIsJudged compares the two tables with the functions of the SQLite that is linked in: none is
// forgotten, and none is listed that is not there.
func TestEveryFunctionIsJudged(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	require.NoError(t, err)
	defer db.Close()
	rows, err := db.Query("SELECT DISTINCT name FROM pragma_function_list")
	require.NoError(t, err)
	defer rows.Close()
	linked := map[string]bool{}
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		linked[name] = true
		_, refused := sqlite.RefusedFunctions()[name]
		assert.True(t, sqlite.Allowed(name) != refused, "%s stands in neither table, or in both", name)
	}
	require.NoError(t, rows.Err())
	for name := range sqlite.AllowedFunctions() {
		assert.True(t, linked[name], "%s is allowed and not linked", name)
	}
	for name := range sqlite.RefusedFunctions() {
		assert.True(t, linked[name], "%s is refused and not linked", name)
	}
}
