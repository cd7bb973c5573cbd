//go:build cgo

package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// postgresRules checks statements against a policy.
func postgresRules(t *testing.T, p Policy) (admit func(sql string) Statement, refuse func(code Code, sql string) *Refusal) {
	p.Dialect = Postgres
	g, err := New(p)
	require.NoError(t, err)
	admit = func(sql string) Statement {
		t.Helper()
		s, err := g.Check(sql)
		require.NoError(t, err, sql)
		return s
	}
	refuse = func(code Code, sql string) *Refusal {
		t.Helper()
		s, err := g.Check(sql)
		require.Error(t, err, "admitted: %s", sql)
		assert.Equal(t, Statement{}, s)
		r, ok := err.(*Refusal)
		require.True(t, ok)
		assert.Equal(t, code, r.Code, "%s: %v", sql, err)
		assert.NotEmpty(t, r.Hint)
		return r
	}
	return admit, refuse
}

func TestPostgresDefaultPolicy(t *testing.T) {
	admit, refuse := postgresRules(t, Policy{})
	admit("-- top\n/* c */ SELECT count(*) AS n FROM orders")
	admit("SELECT 'update; drop table users; --' AS s, 'Pragmatic%' AS p")
	admit("SELECT 1 AS a; -- done")
	admit("WITH x AS (VALUES (1)) TABLE x")
	admit("SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), rank() OVER (ORDER BY a) FROM t GROUP BY a")
	admit("SELECT pg_catalog.length('a'), LENGTH('a'), extract(year FROM now()), trim(' a ')")
	admit("SELECT t.id, (t.j).x, x::mood FROM t")
	admit("SELECT * FROM t FOR READ ONLY")
	admit(`SELECT 'a\' AS s, 'b' AS u, x LIKE 'a\_%' ESCAPE '\' FROM t`)
	admit("SELECT oid, proname FROM pg_proc")
	admit("SELECT count(*) FROM pg_class WHERE oid = 'orders'::regclass")

	refuse(StatementNotAllowed, "DELETE FROM t")
	refuse(StatementNotAllowed, "WITH x AS (SELECT 1) DELETE FROM users WHERE id=1 -- limit 1")
	refuse(StatementNotAllowed, "COMMIT; DELETE FROM users")
	refuse(StatementNotAllowed, "SELECT * FROM t FOR UPDATE")
	refuse(StatementNotAllowed, "SELECT 1 INTO z")
	refuse(StatementNotAllowed, "EXPLAIN SELECT 1")
	refuse(StackedStatement, "SELECT 1; COMMIT; DELETE FROM users")
	refuse(StackedStatement, "SELECT 1; SELECT pg_sleep(1)")
	refuse(FunctionNotAllowed, "SELECT pg_sleep(1)")
	refuse(FunctionNotAllowed, "SELECT public.length('a')")
	refuse(FunctionNotAllowed, "SELECT (0::oid).lo_create")
	refuse(FunctionNotAllowed, "SELECT ('.'::text).pg_ls_dir")
	refuse(FunctionNotAllowed, "SELECT 1 ### 2")
	refuse(FunctionNotAllowed, "SELECT 1 OPERATOR(public.+) 2")
	refuse(FunctionNotAllowed, "SELECT 'a'::public.mood")
	refuse(FunctionNotAllowed, "SELECT ts_rewrite('a'::tsquery, 'SELECT 1')")
	admit("SELECT ts_rewrite('a'::tsquery, 'a'::tsquery, 'b'::tsquery)")
	refuse(RelationNotAllowed, "SELECT * FROM pg_settings")
	refuse(RelationNotAllowed, "SELECT * FROM pg_catalog.pg_stat_activity")
	refuse(ColumnNotAllowed, "SELECT * FROM pg_authid")
	refuse(ColumnNotAllowed, "SELECT a FROM pg_shadow a")
	refuse(ColumnNotAllowed, "SELECT prosrc FROM pg_proc")
	refuse(ReadersDisagree, `SELECT '\'' , (SELECT count(*) FROM t) --'`)
	refuse(TooDeep, "SELECT "+strings.Repeat("(", 300)+"1"+strings.Repeat(")", 300))
	refuse(EmptyStatement, " -- nothing")
	refuse(SyntaxError, "SELEC 1")
	refuse(MalformedText, "SELECT '\x00'")
	assert.Contains(t, refuse(FunctionNotAllowed, "SELECT lenght('a')").Hint, "length")
	r := refuse(FunctionNotAllowed, "SELECT 1,\n  pg_sleep(1)")
	assert.Equal(t, []int{2, 3}, []int{r.Line, r.Column})
}

func TestPostgresPolicyNames(t *testing.T) {
	admit, refuse := postgresRules(t, Policy{
		AllowFunctions: []string{"current_setting", "public.score", "###", "public.mood"}, DenyFunctions: []string{"upper"},
		AllowRelations: []string{"*", "pg_settings"}, DenyRelations: []string{"secrets", `"Odd"`}, Explain: true,
	})
	admit("SELECT current_setting('a'), public.score(1), 1 ### 2, 'a'::public.mood")
	refuse(FunctionNotAllowed, "SELECT score(1)")
	refuse(FunctionNotAllowed, "SELECT upper('a')")
	refuse(FunctionNotAllowed, "SELECT ('a'::text).upper")
	admit("SELECT name FROM pg_settings")
	refuse(RelationNotAllowed, "SELECT * FROM Secrets")
	admit(`SELECT * FROM "Secrets", odd`)
	refuse(RelationNotAllowed, `SELECT * FROM "Odd"`)
	refuse(RelationNotAllowed, "SELECT (WITH secrets AS (SELECT * FROM secrets) SELECT count(*) FROM secrets)")
	assert.Equal(t, Explain, admit("EXPLAIN SELECT 1").Kind())
	refuse(StatementNotAllowed, "EXPLAIN ANALYZE SELECT 1")
}

func TestPostgresColumns(t *testing.T) {
	admit, refuse := postgresRules(t, Policy{DenyColumns: []string{"users.token"}})
	admit("SELECT id, name FROM users u JOIN orders o USING (id)")
	admit("SELECT token FROM tokens")
	admit("SELECT o.* , u.name FROM users u, orders o")
	for _, sql := range []string{
		"SELECT token FROM users", "SELECT u.token FROM users u", "SELECT * FROM users", "SELECT u.* FROM users AS u", "TABLE users",
		"SELECT u FROM users u", "SELECT row_to_json(users) FROM users", "SELECT (u).token FROM users u", "SELECT 1 FROM users WHERE token = 'a'",
		"SELECT c FROM users AS u(a, b, c)", "SELECT a FROM (users CROSS JOIN orders) AS j(a)", "SELECT 1 FROM users JOIN tokens USING (token)",
		"SELECT 1 FROM users NATURAL JOIN tokens", "SELECT (SELECT token) FROM users", "SELECT j FROM (users CROSS JOIN orders) j",
		"WITH w AS (SELECT * FROM users) SELECT id FROM w",
	} {
		refuse(ColumnNotAllowed, sql)
	}
	_, err := New(Policy{Dialect: Postgres, MaskColumns: []string{"users.token"}})
	assert.ErrorContains(t, err, "mask_columns")
}

func TestPostgresLimit(t *testing.T) {
	admit, _ := postgresRules(t, Policy{RowCap: 100})
	for sql, want := range map[string]string{
		"SELECT 1 -- newest":                  "SELECT 1 LIMIT 101",
		"SELECT 1; SELECT 2":                  "SELECT 1 LIMIT 101",
		"VALUES (1) /* a */":                  "VALUES (1) LIMIT 101",
		"TABLE t":                             "TABLE t LIMIT 101",
		"(SELECT 1) UNION ALL (SELECT 2)":     "(SELECT 1) UNION ALL (SELECT 2) LIMIT 101",
		"(SELECT 1)":                          "(SELECT 1) LIMIT 101",
		"SELECT 1 OFFSET 2":                   "SELECT 1 OFFSET 2 LIMIT 101",
		"SELECT 1 FOR READ ONLY":              "SELECT 1 FOR READ ONLY LIMIT 101",
		"SELECT 1 LIMIT 3 OFFSET 2":           "SELECT 1 LIMIT 3 OFFSET 2",
		"SELECT 1 LIMIT 5000":                 "SELECT 1 LIMIT 101",
		"SELECT 1 LIMIT ALL":                  "SELECT 1 LIMIT ALL",
		"SELECT 1 FETCH FIRST 5000 ROWS ONLY": "SELECT 1 FETCH FIRST 101 ROWS ONLY",
		"SELECT 1 FETCH FIRST ROW ONLY":       "SELECT 1 FETCH FIRST ROW ONLY",
	} {
		got := admit(sql).Text()
		assert.Equal(t, want, got)
		assert.NotPanics(t, func() { admit(got) })
	}
	assert.Equal(t, 100, admit("SELECT 1").RowCap())
}

func TestPostgresStatement(t *testing.T) {
	admit, _ := postgresRules(t, Policy{RowCap: 10})
	s := admit("-- é\n  SELECT max(a), pg_catalog.min(b)\n FROM s.t WHERE c = $2 AND d = $1 AND e = $2 AND x::mood IS NULL AND t.f; SELECT 2")
	assert.Equal(t, []Parameter{{"$1", 1}, {"$2", 2}}, s.Parameters())
	assert.Equal(t, []Relation{{"s", "t"}}, s.Relations())
	assert.Equal(t, []string{"max", "min"}, s.Functions())
	assert.Equal(t, []string{"max"}, s.Unqualified().Functions)
	assert.Equal(t, []string{"mood"}, s.Unqualified().Types)
	assert.Equal(t, []Field{{Name: "f", Relations: []Relation{{"s", "t"}}}}, s.Unqualified().Fields)
	assert.Equal(t, "statements_stripped", s.Notices()[0].Code)
	line, column := s.Place(0)
	assert.Equal(t, []int{2, 3}, []int{line, column})
	line, column = s.Place(strings.Index(s.Text(), "FROM"))
	assert.Equal(t, []int{3, 2}, []int{line, column})
}

func BenchmarkPostgresCheck(b *testing.B) {
	g, err := New(Policy{Dialect: Postgres, RowCap: 1000})
	require.NoError(b, err)
	for b.Loop() {
		_, err = g.Check("SELECT u.id, u.name, count(*) AS n FROM users u JOIN orders o ON o.user_id = u.id WHERE u.name LIKE 'A%' GROUP BY u.id, u.name ORDER BY n DESC")
	}
	require.NoError(b, err)
}
