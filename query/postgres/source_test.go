package postgres

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const shop = `
	CREATE TABLE orders(id integer PRIMARY KEY, user_id int, amount real, note text);
	INSERT INTO orders SELECT g, 1 + g % 2, g * 1.5, 'n' || g FROM generate_series(1, 500) g;
	CREATE TABLE users(id integer PRIMARY KEY, name text, token text);
	INSERT INTO users VALUES (1, 'Ann', 't1'), (2, 'Bob', 't2');
`

// open opens a source on a new database that the statements make.
func open(t testing.TB, sql string) (*Source, *pgtest.Server, string) {
	t.Helper()
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, sql)
	s, err := Open(context.Background(), Options{Name: "shop", URL: server.URL(name, name)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, server, name
}

func check(t testing.TB, p guard.Policy, sql string) guard.Statement {
	t.Helper()
	p.Dialect = guard.Postgres
	g, err := guard.New(p)
	require.NoError(t, err)
	stmt, err := g.Check(sql)
	require.NoError(t, err, sql)
	return stmt
}

// answer is what a test looks at of a result.
type answer struct {
	columns   []query.Column
	rows      [][]query.Value
	truncated query.TruncatedBy
	notices   []guard.Notice
}

// ample gives a call the time that it needs on a busy machine.
var ample = query.RunnerOptions{Default: query.Budget{Time: time.Minute}}

func run(t testing.TB, s *Source, stmt guard.Statement, args query.Args, b query.Budget) (answer, error) {
	t.Helper()
	rows, err := query.NewRunner(s, ample).Query(context.Background(), stmt, args, b)
	if err != nil {
		return answer{}, err
	}
	defer rows.Close()
	r := answer{columns: rows.Columns()}
	for rows.Next() {
		row := make([]query.Value, len(r.columns))
		for i, v := range rows.Values() {
			v.Bytes = append([]byte(nil), v.Bytes...)
			row[i] = v
		}
		r.rows = append(r.rows, row)
	}
	r.truncated, r.notices = rows.TruncatedBy(), rows.Notices()
	return r, rows.Err()
}

// ask runs a statement under the default policy with a cap of 100 rows.
func ask(t testing.TB, s *Source, sql string, args ...any) answer {
	t.Helper()
	r, err := run(t, s, check(t, guard.Policy{RowCap: 100}, sql), query.Positional(args...), query.Budget{})
	require.NoError(t, err, sql)
	return r
}

func text(r answer, row, column int) string { return string(r.rows[row][column].Bytes) }

func codeOf(err error) string {
	var e *query.Error
	var r *guard.Refusal
	switch {
	case errors.As(err, &e):
		return string(e.Code)
	case errors.As(err, &r):
		return string(r.Code)
	}
	return ""
}

func TestCases(t *testing.T) {
	s, server, name := open(t, shop)
	one := func(sql string) int64 { return ask(t, s, sql).rows[0][0].Int }
	assert.Equal(t, int64(500), one("-- top\n/* c */ SELECT count(*) AS n FROM orders"))
	assert.Equal(t, int64(3), one("WITH t AS (SELECT id FROM orders WHERE id<=3) SELECT count(*) AS n FROM t"))
	r := ask(t, s, "SELECT 'update; drop table users; --' AS s, 'Pragmatic%' AS p")
	assert.Equal(t, "update; drop table users; --", text(r, 0, 0))
	assert.Equal(t, int64(1), one("SELECT 1 AS a; -- done"))
	r = ask(t, s, "SELECT id FROM orders ORDER BY id -- newest")
	assert.Len(t, r.rows, 100)
	assert.Equal(t, query.TruncatedByRows, r.truncated)
	r = ask(t, s, "SELECT id FROM orders ORDER BY id LIMIT 3 OFFSET 2")
	assert.Len(t, r.rows, 3)
	assert.Empty(t, r.truncated)
	assert.Len(t, ask(t, s, "SELECT id FROM orders WHERE id IN (SELECT id FROM orders LIMIT 200)").rows, 100)
	assert.Len(t, ask(t, s, "SELECT id FROM orders UNION ALL SELECT id FROM orders").rows, 100)
	assert.Empty(t, ask(t, s, "SELECT id FROM orders WHERE id<=100").truncated)
	assert.Equal(t, query.TruncatedByRows, ask(t, s, "SELECT id FROM orders WHERE id<=101").truncated)
	assert.Len(t, ask(t, s, "SELECT id FROM orders LIMIT ALL").rows, 100, "the reader's cap holds")

	// T13 to T17 and T20.
	r = ask(t, s, "SELECT 9007199254740993 AS v, -9223372036854775808 AS w")
	assert.Equal(t, []int64{9007199254740993, math.MinInt64}, []int64{r.rows[0][0].Int, r.rows[0][1].Int})
	r = ask(t, s, "SELECT 'Infinity'::float8 AS p, '-Infinity'::float8 AS m, NULL AS n, 'NaN'::float8")
	assert.True(t, math.IsInf(r.rows[0][0].Float, 1) && math.IsInf(r.rows[0][1].Float, -1) && math.IsNaN(r.rows[0][3].Float))
	assert.Equal(t, query.Null, r.rows[0][2].Kind)
	r = ask(t, s, `SELECT '\x00ff10'::bytea AS b, ''::bytea AS e`)
	assert.Equal(t, query.Value{Kind: query.Blob, Bytes: []byte{0, 0xff, 0x10}}, r.rows[0][0])
	assert.Equal(t, query.Blob, r.rows[0][1].Kind)
	r = ask(t, s, "SELECT id,name FROM users WHERE 1=0")
	assert.Equal(t, []query.Column{{Name: "id", Type: "integer"}, {Name: "name", Type: "text"}}, r.columns)
	assert.Empty(t, r.rows)
	assert.Equal(t, "00:04", text(ask(t, s, "SELECT '00:04' AS t, 'a:b' AS u"), 0, 0))
	r = ask(t, s, "SELECT 1 AS a, 2 AS a, 3 AS a")
	assert.Len(t, r.columns, 3)
	assert.Equal(t, int64(3), r.rows[0][2].Int)

	// T18.
	began := time.Now()
	_, err := run(t, s, check(t, guard.Policy{}, "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t"), nil, query.Budget{Time: 500 * time.Millisecond})
	assert.Equal(t, string(query.CodeTimeout), codeOf(err), "%v", err)
	assert.Less(t, time.Since(began), 30*time.Second, "it would never end")
	assert.Equal(t, int64(1), one("SELECT 1"))
	assert.Eventually(t, func() bool {
		return server.Ask(t, name, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()")[0] == "0"
	}, 30*time.Second, 20*time.Millisecond, "the query goes on on the server")

	// T19.
	_, err = run(t, s, check(t, guard.Policy{}, "SELECT nmae FROM users"), nil, query.Budget{})
	assert.Equal(t, string(query.CodeUnknownColumn), codeOf(err))
	assert.ErrorContains(t, err, "did you mean name?")

	// T23.
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	require.NoError(t, err)
	_, err = g.Check("COMMIT; DELETE FROM users")
	assert.Equal(t, string(guard.StatementNotAllowed), codeOf(err))
	assert.Equal(t, []string{"2"}, server.Ask(t, name, "SELECT count(*) FROM users"))
}

func TestValuesArriveExactly(t *testing.T) {
	s, _, _ := open(t, `CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TYPE pair AS (a int, b text); CREATE DOMAIN small AS int CHECK (VALUE < 10);
		CREATE TABLE v(m mood, p pair, d small, n numeric(12,2), c varchar(5)); INSERT INTO v VALUES ('glad', (1, 'x,y'), 5, 1.50, 'abc')`)
	for sql, want := range map[string]string{
		"'123456789012345678901234567890.123456789012345678901234567890'::numeric": "123456789012345678901234567890.123456789012345678901234567890",
		"'NaN'::numeric":                                    "NaN",
		"'Infinity'::numeric":                               "Infinity",
		"timestamp '2024-03-31 02:30:00.123456'":            "2024-03-31 02:30:00.123456",
		"timestamptz '2024-03-31 02:30:00.123456+05:30'":    "2024-03-30 21:00:00.123456+00",
		"date 'infinity'":                                   "infinity",
		"date '0044-03-15 BC'":                              "0044-03-15 BC",
		"interval '1 mon -2 days 03:04:05.678'":             "1 mon -2 days +03:04:05.678",
		"time '24:00'":                                      "24:00:00",
		"timetz '12:00+02'":                                 "12:00:00+02",
		"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid":      "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
		"ARRAY[1,NULL,3]":                                   "{1,NULL,3}",
		"ARRAY['a,b','c\"d']":                               `{"a,b","c\"d"}`,
		"int4range(1,5)":                                    "[1,5)",
		"ROW(1,'a b',NULL)":                                 `(1,"a b",)`,
		`'{"a": 12345678901234567890.10, "b":1e400}'::json`: `{"a": 12345678901234567890.10, "b":1e400}`,
		`'{"a": 12345678901234567890.10}'::jsonb`:           `{"a": 12345678901234567890.10}`,
		"inet '10.0.0.1/8'":                                 "10.0.0.1/8",
		"'12.34'::money":                                    "$12.34",
		"point '(1.5,2)'":                                   "(1.5,2)",
		"B'0101'":                                           "0101",
		"'a fat cat'::tsvector":                             "'a' 'cat' 'fat'",
		"xmlelement(name a, 'x')":                           "<a>x</a>",
		"'16/B374D848'::pg_lsn":                             "16/B374D848",
		"'orders'::name":                                    "orders",
		"'pg_class'::regclass":                              "pg_class",
		"repeat('ä', 3)":                                    "äää",
	} {
		r := ask(t, s, "SELECT "+sql)
		assert.Equal(t, want, text(r, 0, 0), sql)
	}
	for sql, want := range map[string]float64{"0.1::real": 0.1, "0.1::float8": 0.1, "1e308::float8": 1e308, "5e-324::float8": 5e-324, "16777217::real": 16777216} {
		assert.Equal(t, want, ask(t, s, "SELECT "+sql).rows[0][0].Float, sql)
	}
	r := ask(t, s, "SELECT true, false, 4294967295::oid, 'x'::text, NULL::json")
	assert.Equal(t, []query.Value{
		{Kind: query.Boolean, Int: 1},
		{Kind: query.Boolean},
		{Kind: query.Integer, Int: 4294967295},
		{Kind: query.Text, Bytes: []byte("x")},
		{},
	}, r.rows[0])
	r = ask(t, s, "SELECT m, p, d, n, c, v FROM v")
	assert.Equal(t, []string{"mood", "pair", "integer", "numeric(12,2)", "character varying(5)", "v"},
		[]string{r.columns[0].Type, r.columns[1].Type, r.columns[2].Type, r.columns[3].Type, r.columns[4].Type, r.columns[5].Type})
	assert.Equal(t, "glad", text(r, 0, 0))
	assert.Equal(t, `(1,"x,y")`, text(r, 0, 1))
	assert.Equal(t, int64(5), r.rows[0][2].Int)
	assert.Equal(t, query.Value{Kind: query.Decimal, Bytes: []byte("1.50")}, r.rows[0][3])
	assert.Empty(t, ask(t, s, "SELECT FROM v").columns)
}

func TestParameters(t *testing.T) {
	s, _, _ := open(t, shop)
	r := ask(t, s, "SELECT $1::int8, $2::text, $3::float8, $4::bool, $5::bytea, $6::numeric, id FROM orders WHERE id = $7",
		int64(math.MaxInt64), "a'b", math.Inf(1), true, []byte{0, 1}, nil, int64(7))
	assert.Equal(t, int64(math.MaxInt64), r.rows[0][0].Int)
	assert.Equal(t, "a'b", text(r, 0, 1))
	assert.True(t, math.IsInf(r.rows[0][2].Float, 1))
	assert.Equal(t, []byte{0, 1}, r.rows[0][4].Bytes)
	assert.Equal(t, query.Null, r.rows[0][5].Kind)
	assert.Equal(t, int64(7), r.rows[0][6].Int)
	_, err := run(t, s, check(t, guard.Policy{}, "SELECT $1::int"), nil, query.Budget{})
	assert.Equal(t, string(query.CodeParameter), codeOf(err))
}

func TestErrors(t *testing.T) {
	s, server, name := open(t, shop+`CREATE TABLE closed(a int);`)
	server.Exec(t, name, "REVOKE ALL ON closed FROM "+name)
	for _, c := range []struct{ sql, code, contains string }{
		{"SELECT u.nmae FROM users u", "unknown_column", "did you mean name?"},
		{"SELECT * FROM usres", "unknown_table", "did you mean users?"},
		{"SELECT * FROM public.usres", "unknown_table", "public.users"},
		{"SELECT 1 / (id - 1) FROM users", "query_error", "division by zero (SQLSTATE 22012"},
		{"-- é\n SELECT 'é', id + note FROM orders", "query_error", "SQLSTATE 42883, line 2, column 18"},
		{"SELECT * FROM closed", "query_error", "permission denied"},
		{"SELECT length(1)", "query_error", "42883"},
		{"SELECT repeat('x', 2000000000)", "too_long_value", ""},
		{"SELECT repeat('x', 70000000)", "too_long_value", "limit of"},
		{"SELECT 1_000", "query_error", "SQLSTATE 42601"},
	} {
		_, err := run(t, s, check(t, guard.Policy{}, c.sql), nil, query.Budget{})
		assert.Equal(t, c.code, codeOf(err), "%s: %v", c.sql, err)
		assert.ErrorContains(t, err, c.contains, c.sql)
		assert.Equal(t, int64(1), ask(t, s, "SELECT 1").rows[0][0].Int, "the source goes on")
	}
	// What the caller may not know is not suggested.
	_, err := run(t, s, check(t, guard.Policy{DenyColumns: []string{"users.token"}}, "SELECT tokn FROM users"), nil, query.Budget{})
	assert.Equal(t, "unknown_column", codeOf(err))
	assert.NotContains(t, err.Error(), "token")
	_, err = run(t, s, check(t, guard.Policy{DenyRelations: []string{"users"}}, "SELECT * FROM usres"), nil, query.Budget{})
	assert.NotContains(t, err.Error(), "users")
}

func TestTransaction(t *testing.T) {
	s, server, name := open(t, shop)
	snapshot, err := query.NewRunner(s, ample).Snapshot(context.Background(), query.Budget{})
	require.NoError(t, err)
	count := func() int64 {
		rows, err := snapshot.Query(check(t, guard.Policy{}, "SELECT count(*) FROM users"), nil)
		require.NoError(t, err)
		defer rows.Close()
		require.True(t, rows.Next())
		return rows.Values()[0].Int
	}
	assert.Equal(t, int64(2), count())
	server.Exec(t, name, "DELETE FROM users WHERE id = 1")
	assert.Equal(t, int64(2), count(), "all statements see one snapshot")
	_, err = snapshot.Query(check(t, guard.Policy{}, "SELECT nothing FROM users"), nil)
	require.Error(t, err)
	assert.Equal(t, int64(2), count(), "a statement that fails leaves the snapshot to the others")
	_, err = snapshot.Query(check(t, guard.Policy{}, "SELECT nothing FROM users"), nil)
	require.Error(t, err)
	assert.Equal(t, int64(2), count())
	rows, err := snapshot.Query(check(t, guard.Policy{}, "SELECT generate_series(1, 100000000000)"), nil)
	require.NoError(t, err)
	require.True(t, rows.Next())
	require.NoError(t, rows.Close())
	assert.Equal(t, int64(2), count())
	require.NoError(t, snapshot.Close())
	assert.Equal(t, int64(1), ask(t, s, "SELECT count(*) FROM users").rows[0][0].Int)
	r := ask(t, s, "SELECT pg_current_xact_id_if_assigned()")
	assert.Equal(t, query.Null, r.rows[0][0].Kind)
}

// TestCancel ends a call in the middle, by its caller and by closing the rows early.
func TestCancel(t *testing.T) {
	s, server, name := open(t, shop)
	active := func() bool {
		return server.Ask(t, name, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()")[0] == "0"
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	began := time.Now()
	rows, err := query.NewRunner(s, query.RunnerOptions{}).Query(ctx, check(t, guard.Policy{}, "SELECT count(*) FROM generate_series(1, 100000000000)"), nil, query.Budget{Time: query.Unlimited})
	if err == nil {
		rows.Next()
		err = rows.Err()
		rows.Close()
	}
	assert.Equal(t, string(query.CodeCancelled), codeOf(err), "%v", err)
	assert.Less(t, time.Since(began), 30*time.Second, "it would take hours")
	assert.Eventually(t, active, 30*time.Second, 20*time.Millisecond)

	rows, err = query.NewRunner(s, query.RunnerOptions{}).Query(context.Background(), check(t, guard.Policy{}, "SELECT generate_series(1, 100000000000)"), nil, query.Budget{Time: query.Unlimited})
	require.NoError(t, err)
	require.True(t, rows.Next())
	require.NoError(t, rows.Close())
	assert.Eventually(t, active, 30*time.Second, 20*time.Millisecond)
	for range 20 {
		assert.Equal(t, int64(1), ask(t, s, "SELECT 1").rows[0][0].Int, "a late cancellation hits the next caller")
	}
}

func TestLostConnection(t *testing.T) {
	s, server, name := open(t, shop)
	ask(t, s, "SELECT 1")
	require.Eventually(t, func() bool { s.mu.Lock(); defer s.mu.Unlock(); return len(s.idle) > 0 }, 30*time.Second, 5*time.Millisecond)
	const others = " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
	server.Ask(t, name, "SELECT pg_terminate_backend(pid)"+others)
	require.Eventually(t, func() bool { return len(server.Ask(t, name, "SELECT pid"+others)) == 0 }, 30*time.Second, 5*time.Millisecond)
	assert.Equal(t, int64(1), ask(t, s, "SELECT 1").rows[0][0].Int, "a session that died while idle is replaced")
}

// TestSessionIsReset leaves in a session what an allowed function can leave, and looks for it in the next.
func TestSessionIsReset(t *testing.T) {
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, shop)
	s, err := Open(context.Background(), Options{Name: "shop", URL: server.URL(name, name), MaxConnections: 1})
	require.NoError(t, err)
	defer s.Close()
	policy := guard.Policy{AllowFunctions: []string{"set_config", "pg_advisory_lock", "current_setting", "pg_backend_pid"}}
	_, err = run(t, s, check(t, policy, "SELECT set_config('work_mem', '77MB', false), set_config('search_path', 'evil', false), pg_advisory_lock(42)"), nil, query.Budget{})
	require.NoError(t, err)
	r, err := run(t, s, check(t, policy, "SELECT current_setting('work_mem'), current_setting('search_path'), current_setting('transaction_read_only')"), nil, query.Budget{})
	require.NoError(t, err)
	assert.Equal(t, "4MB", text(r, 0, 0))
	assert.Equal(t, `pg_catalog, "$user", public, pg_temp`, text(r, 0, 1))
	assert.Equal(t, "on", text(r, 0, 2))
	assert.Equal(t, []string{"0"}, server.Ask(t, name, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
}

func TestMemoryIsConstant(t *testing.T) {
	s, _, _ := open(t, "")
	tx, err := s.Begin(context.Background(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	cursor, err := tx.Query(check(t, guard.Policy{}, "SELECT g, repeat('x', 1000) FROM generate_series(1, 20000) g"), nil)
	require.NoError(t, err)
	row := make([]query.Value, 2)
	n := 0
	allocs := testing.AllocsPerRun(1, func() {
		for {
			err := cursor.Next(row)
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
			n++
		}
	})
	assert.Equal(t, 20000, n)
	assert.Less(t, allocs, 5.0*20000)
	require.NoError(t, cursor.Close())
}

func TestPasswordsStayOut(t *testing.T) {
	server := pgtest.Shared(t)
	for _, url := range []string{
		strings.Replace(server.URL("nobody", "nothing"), "nobody@", "nobody:hunter2@", 1),
		"postgres://u:hunter2@127.0.0.1:1/x?sslmode=disable", "postgres://u:hunter2@[::1/x", "postgres://u:hunter2@127.0.0.1:99999/x",
		"host=127.0.0.1 password=hunter2 port=nonsense", "host=127.0.0.1 password=hunter2 'broken",
	} {
		_, err := Open(context.Background(), Options{Name: "x", URL: url})
		require.Error(t, err)
		assert.NotEmpty(t, codeOf(err))
		assert.NotContains(t, err.Error(), "hunter2", url)
		var e *query.Error
		require.ErrorAs(t, err, &e)
		assert.NotContains(t, e.Hint, "hunter2")
	}
}
