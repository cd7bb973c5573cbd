package main

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query/postgres/pgtest"
)

// TestPostgresQuery asks a PostgreSQL server through the commands: what docs/postgres.md shows, and the values that only
// PostgreSQL has.
func TestPostgresQuery(t *testing.T) {
	server, err := pgtest.Start()
	if err != nil {
		if os.Getenv("CI") == "true" {
			require.NoError(t, err)
		}
		t.Skip(err)
	}
	t.Cleanup(server.Stop)
	database := server.NewDatabase(t, `
		CREATE TABLE orders (id int PRIMARY KEY, note text, total numeric, paid boolean, more jsonb);
		INSERT INTO orders VALUES (1, 'first', 20.10, true, '{"a": [1, 2]}'), (2, NULL, 12345678901234567890.5, false, '{"n": 9007199254740993}'), (3, '', 'NaN', NULL, 'null');`)
	url := server.URL(database, database)
	ask := func(arguments ...string) (code int, stdout, stderr string) {
		a, out, told := testApp("")
		code = run(context.Background(), a, arguments)
		return code, out.String(), told.String()
	}

	code, stdout, stderr := ask("query", "SELECT id, note FROM orders ORDER BY id LIMIT 3", "--db", url)
	require.Equal(t, exitDone, code, stderr)
	assert.Equal(t, `{"id":1,"note":"first"}`+"\n"+`{"id":2,"note":null}`+"\n"+`{"id":3,"note":""}`+"\n", stdout)

	_, stdout, _ = ask("query", "SELECT total, paid, more FROM orders ORDER BY id", "--db", url)
	assert.Equal(t, ``+
		`{"total":20.10,"paid":true,"more":{"a":[1,2]}}`+"\n"+
		`{"total":{"$decimal":"12345678901234567890.5"},"paid":false,"more":{"$json":"{\"n\": 9007199254740993}"}}`+"\n"+
		`{"total":{"$decimal":"NaN"},"paid":null,"more":null}`+"\n", stdout)

	code, stdout, stderr = ask("query", "SELECT note FROM orders WHERE id = $1", "--db", url, "--param", "1=1", "--format", "json")
	require.Equal(t, exitDone, code, stderr)
	assert.Contains(t, stdout, `"rows":[["first"]]`)
	assert.NotContains(t, stdout, database+":", "no password and no address in a result")

	code, _, stderr = ask("query", "SELECT notte FROM orders", "--db", url)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "error: unknown_column: ")
	code, stdout, stderr = ask("query", "COMMIT; DELETE FROM orders", "--db", url)
	assert.Equal(t, exitRefused, code, stderr)
	assert.Empty(t, stdout)
	code, _, stderr = ask("query", "SELECT count(*) FROM generate_series(1, 100000000) a, generate_series(1, 100000) b", "--db", url, "--timeout", "300ms")
	assert.Equal(t, exitBudget, code, stderr)

	_, stdout, _ = ask("schema", "--db", url)
	assert.Contains(t, stdout, "orders")
	code, _, stderr = ask("query", "SELECT 1", "--db", "postgres://nobody:hidden@127.0.0.1:1/none")
	assert.Equal(t, exitFailed, code)
	assert.NotContains(t, stderr, "hidden")
}
