package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/query/postgres/pgtest"
)

// TestPostgresRecord puts the fixture record into PostgreSQL. What docs/postgres.md shows works, and every verb prints
// there what it prints for the SQLite file, to the byte, errors among it.
func TestPostgresRecord(t *testing.T) {
	server, err := pgtest.Start()
	if err != nil {
		if os.Getenv("CI") == "true" {
			require.NoError(t, err)
		}
		t.Skip(err)
	}
	t.Cleanup(server.Stop)
	folder := t.TempDir()
	record := filepath.Join(folder, "record.sqlite")
	require.NoError(t, fixtures.Record(record, fixtures.Options{}))
	database := server.NewDatabase(t, fixtures.PostgresRecordSchema())
	require.NoError(t, fixtures.CopyToPostgres(context.Background(), record, server.URL("postgres", database)))
	url := server.URL(database, database)

	ask := func(words []string, more ...string) (code int, stdout, stderr string) {
		a, out, told := testApp("")
		a.now = func() time.Time { return fixtures.DefaultNow }
		code = run(context.Background(), a, append(words, more...))
		return code, out.String(), told.String()
	}
	for _, call := range fleetCalls {
		words := strings.Fields(call.words)
		wantCode, want, _ := ask(words, "--record", record, "--json")
		code, got, stderr := ask(words, "--record", url, "--json")
		require.Equal(t, want, got, "%s: %s", call.words, stderr)
		require.Equal(t, wantCode, code, call.words)
	}
	_, want, _ := ask([]string{"spend", "window", "--from", "2026-05-01", "--to", "2026-06-01"}, "--record", record)
	code, got, stderr := ask([]string{"spend", "window", "--from", "2026-05-01", "--to", "2026-06-01"}, "--record", url)
	require.Equal(t, exitDone, code, stderr)
	assert.Equal(t, want, got, "the table for people")

	// The same through the configuration, and through call.
	file := filepath.Join(folder, "vitrine.yaml")
	t.Setenv("RECORD_URL", url)
	require.NoError(t, os.WriteFile(file, []byte("record: {postgres: \"${RECORD_URL}\"}\ncell: {postgres: \"${RECORD_URL}\"}\n"), 0o644))
	_, want, _ = ask([]string{"ledger", "show"}, "--record", record, "--json")
	_, got, stderr = ask([]string{"ledger", "show"}, "--config", file, "--json")
	assert.Equal(t, want, got, stderr)
	_, got, stderr = ask([]string{"call", "ledger_show"}, "--config", file)
	_, want, _ = strings.Cut(want, `"total_count"`) // behind as_of_ts: call has no clock to set
	assert.Contains(t, got, want, stderr)
	code, got, stderr = ask([]string{"call", "directive_history"}, "--config", file)
	assert.Equal(t, exitFailed, code, stderr)
	var told struct{ Error struct{ Code string } }
	require.NoError(t, json.Unmarshal([]byte(got), &told), got)
	assert.Equal(t, "schema_mismatch", told.Error.Code, "a record is no substrate")
	_, got, stderr = ask([]string{"config", "check"}, "--config", file)
	assert.NotContains(t, got+stderr, url)

	// MCP on stdio, as a client would: read, schema, explain, and a call that is refused.
	a, out, _ := testApp(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"SELECT count(*) FROM streams"}}}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"substrate_schema","arguments":{"table":"streams"}}}` + "\n" +
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"substrate_explain","arguments":{"sql":"SELECT slug FROM streams WHERE slug = $1"}}}` + "\n" +
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"DELETE FROM streams"}}}` + "\n")
	require.Equal(t, exitDone, run(context.Background(), a, []string{"mcp", "--stdio", "--db", url}))
	for _, wanted := range []string{`"id":1,"result"`, `rows\":[[24]]`, `quoted_usd`, `params_null`, `statement_not_allowed`} {
		assert.Contains(t, out.String(), wanted)
	}

	// A server that is not there is told without the password.
	code, got, stderr = ask([]string{"fleet", "show"}, "--record", "postgres://nobody:hidden@127.0.0.1:1/none")
	assert.Equal(t, exitFailed, code)
	assert.NotContains(t, got+stderr, "hidden")
	assert.Contains(t, got+stderr, "cannot be reached")
}
