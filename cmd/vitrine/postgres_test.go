package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"

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

// TestPostgresCluster asks a primary and its standbys through one address, as docs/scale.md tells, and has doctor look at
// each.
func TestPostgresCluster(t *testing.T) {
	c := pgtest.NewCluster(t, 2)
	database := c.Primary.NewDatabase(t, "CREATE TABLE orders (id int PRIMARY KEY); INSERT INTO orders VALUES (1);")
	c.CatchUp(t)
	url := c.URL(database, database, "target_session_attrs=prefer-standby")
	ask := func(arguments ...string) (code int, stdout, stderr string) {
		a, out, told := testApp("")
		code = run(context.Background(), a, arguments)
		return code, out.String(), told.String()
	}
	for _, lag := range []string{"", "2s"} {
		arguments := []string{"query", "SELECT pg_is_in_recovery() AS standby, id FROM orders", "--db", url}
		if lag != "" {
			arguments = append(arguments, "--max-lag", lag)
		}
		// On a busy machine a standby can be late for a moment, and the primary is read in its place.
		require.Eventually(t, func() bool {
			code, stdout, stderr := ask(arguments...)
			assert.Equal(t, exitDone, code, stderr)
			return stdout == `{"standby":true,"id":1}`+"\n"
		}, time.Minute, 10*time.Millisecond)
	}
	code, _, stderr := ask("query", "SELECT 1", "--db", url, "--max-lag", "5ms")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "--max-lag 5ms is too short")

	var stdout string
	rotation := regexp.MustCompile(`holds  source postgres, rotation: 127\.0\.0\.1:\d+, a primary, is read; 127\.0\.0\.1:\d+, a standby at most \S+ behind, is read; `)
	assert.Eventually(t, func() bool {
		_, stdout, _ = ask("doctor", "--db", url, "--max-lag", "2s")
		return rotation.MatchString(stdout)
	}, time.Minute, 10*time.Millisecond)
	assert.Regexp(t, rotation, stdout)
	for i, kind := range []string{"", ", a standby", ", a standby"} {
		port := append([]*pgtest.Server{c.Primary}, c.Standbys...)[i].Port
		assert.Regexp(t, fmt.Sprintf(`holds  source postgres, 127\.0\.0\.1:%d: PostgreSQL [0-9.]+ [^,]*%s, database %s`, port, kind, database), stdout)
		assert.Contains(t, stdout, fmt.Sprintf("source postgres, 127.0.0.1:%d, role: can write nothing", port))
	}
	c.Standbys[1].Kill(t)
	_, stdout, _ = ask("doctor", "--db", url)
	assert.Regexp(t, `WEAK   source postgres, 127\.0\.0\.1:\d+: source_not_found: the server 127\.0\.0\.1:\d+ cannot be reached`, stdout)
	assert.Regexp(t, `holds  source postgres, rotation: .*; the server 127\.0\.0\.1:\d+ cannot be reached\n`, stdout)
	c.Primary.Kill(t)
	c.Standbys[0].Kill(t)
	code, _, stderr = ask("query", "SELECT 1", "--db", url)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "error: source_unavailable: no server of the source can be read now: the server 127.0.0.1:")
	c.Primary.Start(t) // for what the end of the test takes away
}
