package gateway_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools/config"
)

// The generic tools do on PostgreSQL what they do on SQLite.
func TestPostgres(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.NewDatabase(t, `
		CREATE TABLE books (id bigint PRIMARY KEY, title text NOT NULL, secret text, price numeric(10,2));
		INSERT INTO books SELECT i, 'book ' || i, 's', 1.50 FROM generate_series(1, 100) AS i;`)
	file := filepath.Join(t.TempDir(), "vitrine.yaml")
	t.Setenv("BOOKS_URL", server.URL(database, database))
	require.NoError(t, os.WriteFile(file, []byte("sources:\n  - name: books\n    postgres: ${BOOKS_URL}\n    policy: {deny_columns: [books.secret]}\n"), 0o644))
	r := open(t, config.Flags{Config: file})
	result := call(t, r, local, "substrate_read", args{"sql": "SELECT id, title, price FROM books WHERE id > $1 ORDER BY id", "params": []any{97}, "limit": 2})
	require.False(t, result.IsError, result.Text)
	var a struct {
		Rows      json.RawMessage
		Truncated bool
	}
	require.NoError(t, json.Unmarshal(result.JSON, &a))
	assert.True(t, a.Truncated)
	assert.Contains(t, string(a.Rows), `"book 98"`)
	assert.Equal(t, string(guard.ColumnNotAllowed), call(t, r, local, "substrate_read", args{"sql": "SELECT secret FROM books"}).Code)
	assert.Equal(t, string(guard.StatementNotAllowed), call(t, r, local, "substrate_read", args{"sql": "DELETE FROM books"}).Code)
	assert.Equal(t, string(query.CodeUnknownColumn), call(t, r, local, "substrate_read", args{"sql": "SELECT titel FROM books"}).Code)

	for _, arguments := range []args{{}, {"detail": "summary"}, {"detail": "full"}, {"table": "books"}, {"table": "public.books"}} {
		result = call(t, r, local, "substrate_schema", arguments)
		require.False(t, result.IsError, result.Text)
		assert.Contains(t, result.Text, "books")
		assert.NotContains(t, result.Text, "secret")
	}
	result = call(t, r, local, "substrate_explain", args{"sql": "SELECT title FROM books WHERE id = $1"})
	require.False(t, result.IsError, result.Text)
	assert.Contains(t, result.Text, "params_null")
	result = call(t, r, local, "substrate_explain", args{"sql": "SELECT title FROM books WHERE id = $1", "params": []any{7}})
	require.False(t, result.IsError, result.Text)
	var e struct{ Plan string }
	require.NoError(t, json.Unmarshal(result.JSON, &e))
	assert.Regexp(t, `(?m)^Limit .*\n  ->  .* on books `, e.Plan, "as PostgreSQL draws it")
}
