package gateway_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools"
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

// Data classes bind to a record in PostgreSQL as to one in SQLite: whatever the way to it, a caller gets what its classes
// cover. Where paths are kept from the caller, the columns that hold them are denied.
func TestClassesOnAPostgresRecord(t *testing.T) {
	server := pgtest.Shared(t)
	database := server.NewDatabase(t, fixtures.PostgresRecordSchema())
	file := filepath.Join(t.TempDir(), "vitrine.yaml")
	t.Setenv("RECORD_URL", server.URL(database, database))
	require.NoError(t, os.WriteFile(file, []byte("record: {postgres: \"${RECORD_URL}\"}\n"), 0o644))
	r := open(t, config.Flags{Config: file})
	for _, c := range []struct {
		caller         tools.Caller
		reads, refused []string
	}{
		{local, []string{"SELECT quoted_usd FROM streams", "SELECT * FROM ledger", "SELECT * FROM run_record", "SELECT worktree_path FROM streams"}, nil},
		{
			tools.Caller{Name: "state", Sources: []string{"record"}, Classes: []tools.Class{tools.ClassSubstrate, tools.ClassStreamState}, Redact: true},
			[]string{"SELECT slug FROM streams", "SELECT name, verdict FROM gates"},
			[]string{
				"SELECT * FROM ledger", "SELECT count(*) FROM run_record", "SELECT 1 WHERE EXISTS (SELECT 1 FROM public.ledger)", "TABLE ledger",
				"SELECT quoted_usd FROM streams", "SELECT * FROM streams", "SELECT s FROM streams AS s", "SELECT slug FROM streams ORDER BY quoted_usd",
				"SELECT worktree_path FROM streams", "SELECT * FROM gates", "SELECT upper(store_path) FROM captures", "SELECT worktree_root FROM machines",
			},
		},
		{
			tools.Caller{Name: "cost", Sources: []string{"record"}, Classes: []tools.Class{tools.ClassSubstrate, tools.ClassCostData}},
			[]string{"SELECT * FROM ledger", "SELECT count(*) FROM run_record"},
			[]string{"SELECT slug FROM streams", "SELECT 1 FROM gates"},
		},
	} {
		for _, sql := range c.reads {
			result := call(t, r, c.caller, "substrate_read", args{"sql": sql})
			assert.False(t, result.IsError, "%s %s: %s", c.caller.Name, sql, result.Text)
		}
		for _, sql := range c.refused {
			result := call(t, r, c.caller, "substrate_read", args{"sql": sql})
			assert.Contains(t, []string{string(guard.RelationNotAllowed), string(guard.ColumnNotAllowed)}, result.Code, "%s %s: %s", c.caller.Name, sql, result.Text)
		}
	}
}
