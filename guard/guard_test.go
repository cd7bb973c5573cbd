package guard_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// policed are the verbs that the tests of this package are written in: they read as the policy that they test.
type policed struct {
	t *testing.T
	g *guard.Guard
}

func under(t *testing.T, p guard.Policy) policed {
	t.Helper()
	if p.Dialect == "" {
		p.Dialect = guard.SQLite
	}
	g, err := guard.New(p)
	require.NoError(t, err)
	return policed{t, g}
}

func (p policed) admit(sql string) guard.Statement {
	p.t.Helper()
	stmt, err := p.g.Check(sql)
	assert.NoError(p.t, err, sql)
	return stmt
}

func (p policed) refuse(code guard.Code, sql string) *guard.Refusal {
	p.t.Helper()
	stmt, err := p.g.Check(sql)
	var refusal *guard.Refusal
	if !assert.True(p.t, errors.As(err, &refusal), "admitted: %s", sql) {
		return &guard.Refusal{}
	}
	assert.Equal(p.t, code, refusal.Code, "%s: %s", sql, refusal)
	assert.False(p.t, stmt.Checked(), sql)
	assert.NotEmpty(p.t, refusal.Message, sql)
	assert.NotEmpty(p.t, refusal.Hint, sql)
	assert.Equal(p.t, strings.ToLower(refusal.Message[:1]) == refusal.Message[:1] || strings.ToUpper(refusal.Message[:2]) == refusal.Message[:2], true, refusal.Message)
	assert.Positive(p.t, refusal.Line)
	assert.Positive(p.t, refusal.Column)
	return refusal
}

func TestOneSelect(t *testing.T) {
	p := under(t, guard.Policy{})
	p.admit("SELECT 1")
	p.admit("select * from orders")
	p.admit("-- top\n/* c */ SELECT count(*) AS n FROM orders")
	p.admit("WITH t AS (SELECT 1) SELECT * FROM t")
	p.admit("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) SELECT * FROM t")
	p.admit("VALUES (1, 2), (3, 4)")
	p.admit("SELECT 'update; drop table users; --' AS s")
	p.admit(`SELECT 1 AS "delete from users"`)

	for _, verb := range []string{
		"INSERT INTO t VALUES (1)", "UPDATE t SET a = 1", "DELETE FROM t", "REPLACE INTO t VALUES (1)",
		"CREATE TABLE t(a)", "DROP TABLE t", "ALTER TABLE t ADD b", "ATTACH 'evil.db' AS e", "DETACH e", "VACUUM",
		"VACUUM INTO 'copy.db'", "REINDEX", "ANALYZE", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
		"WITH x AS (SELECT 1) DELETE FROM users WHERE id = 1 -- limit 1", "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x",
		"EXPLAIN SELECT 1", "EXPLAIN DELETE FROM t", "EXPLAIN QUERY PLAN SELECT 1",
	} {
		p.refuse(guard.StatementNotAllowed, verb)
	}
	p.refuse(guard.PragmaNotAllowed, "PRAGMA journal_mode = DELETE")
	p.refuse(guard.PragmaNotAllowed, "PRAGMA table_info(t)")
	assert.Contains(t, p.refuse(guard.StatementNotAllowed, "DELETE FROM t").Message, "DELETE")
}

func TestBounds(t *testing.T) {
	p := under(t, guard.Policy{})
	p.refuse(guard.EmptyStatement, "")
	p.refuse(guard.EmptyStatement, " \n\t")
	p.refuse(guard.EmptyStatement, "-- nothing")
	p.refuse(guard.EmptyStatement, ";;")
	p.refuse(guard.TooLong, "SELECT '"+strings.Repeat("x", guard.DefaultMaxBytes)+"'")
	p.refuse(guard.MalformedText, "SELECT 1\x00; DELETE FROM t")
	p.refuse(guard.MalformedText, "SELECT '\xff'")
	p.admit("SELECT '\uFFFD'")
	p.admit("SELECT " + strings.Repeat("(", 249) + "1" + strings.Repeat(")", 249))
	p.refuse(guard.TooDeep, "SELECT "+strings.Repeat("(", 251)+"1"+strings.Repeat(")", 251))
	p.refuse(guard.TooDeep, "SELECT "+strings.Repeat("(", 50_000))
	p.admit("SELECT 1 WHERE 1 = 2" + strings.Repeat(" OR 1 = 3", 900))

	for _, deep := range []string{
		"SELECT " + strings.Repeat("NOT ", 3000) + "1", "SELECT " + strings.Repeat("- ", 3000) + "1",
		"SELECT 1 WHERE 1" + strings.Repeat(" AND 1", 3000), "SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 3000),
		"SELECT " + strings.Repeat("CASE WHEN ", 3000) + "1", "SELECT " + strings.Repeat("abs(", 3000) + "1" + strings.Repeat(")", 3000),
	} {
		p.refuse(guard.TooDeep, deep)
	}
	p.admit("SELECT " + strings.Repeat("NOT ", 900) + "1")
	p.admit("SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 499))
	p.admit("VALUES (1)" + strings.Repeat(", (1)", 5000))
	p.admit("SELECT 1 IN (1" + strings.Repeat(", 1", 5000) + ")")
	small := under(t, guard.Policy{MaxBytes: 10, MaxDepth: 2})
	small.admit("SELECT (1)")
	small.refuse(guard.TooLong, "SELECT (1) ")
	under(t, guard.Policy{MaxDepth: 2}).refuse(guard.TooDeep, "SELECT (((1)))")
}

func TestSyntaxErrorsHaveAPlace(t *testing.T) {
	p := under(t, guard.Policy{})
	r := p.refuse(guard.SyntaxError, "SELECT *\nFORM t")
	assert.Equal(t, []int{2, 1, 9}, []int{r.Line, r.Column, r.Offset})
	r = p.refuse(guard.SyntaxError, "SELCT 1")
	assert.Equal(t, []int{1, 1, 0}, []int{r.Line, r.Column, r.Offset})
	assert.Contains(t, r.Message, `near "SELCT": syntax error`)
	p.refuse(guard.SyntaxError, "SELECT (1")
	p.refuse(guard.SyntaxError, "SELECT x'414'")
	p.refuse(guard.SyntaxError, "SELECT 123abc")
}

func TestStackedStatements(t *testing.T) {
	p := under(t, guard.Policy{})
	for _, sql := range []string{"SELECT 1;", "SELECT 1; -- done", "SELECT 1 ; /* c */ ;", "SELECT ';' AS a", `SELECT 1 AS ";"`, "SELECT 1 -- ; DELETE FROM t"} {
		assert.Empty(t, p.admit(sql).Notices(), sql)
	}
	stmt := p.admit("SELECT 1; SELECT 2; VALUES (3)")
	require.Len(t, stmt.Notices(), 1)
	assert.Equal(t, "statements_stripped", stmt.Notices()[0].Code)
	assert.Contains(t, stmt.Notices()[0].Message, "2 further statements")
	assert.Equal(t, "SELECT 1", stmt.Text())
	for _, sql := range []string{
		"SELECT 1; DELETE FROM users", "SELECT 1;;DROP TABLE t", "SELECT 1; SELECT load_extension('x')", "SELECT 1; SELECT (",
		"SELECT 1; COMMIT", "SELECT 1; PRAGMA query_only = 0", "SELECT 1; SELECT 2; ATTACH 'x' AS y",
	} {
		p.refuse(guard.StackedStatement, sql)
	}
	for _, sql := range []string{"SELECT 1;\n```", "SELECT 1; This query counts.", "SELECT 1; ```sql\n```; Have fun; <|end|>", "SELECT 1; -- c\n 42"} {
		require.Len(t, p.admit(sql).Notices(), 1, sql)
		assert.Equal(t, "text_stripped", p.admit(sql).Notices()[0].Code)
		assert.Equal(t, "SELECT 1", p.admit(sql).Text())
	}
	p.refuse(guard.StackedStatement, "SELECT 1; This; DROP TABLE t")
	p.refuse(guard.StackedStatement, "SELECT 1"+strings.Repeat("; [", 20_000))
	strict := under(t, guard.Policy{Stacked: guard.Refuse})
	strict.refuse(guard.StackedStatement, "SELECT 1; This query counts.")
	strict.refuse(guard.StackedStatement, "SELECT 1; SELECT 2")
	strict.admit("SELECT 1; -- done")
}

func TestLimit(t *testing.T) {
	p := under(t, guard.Policy{RowCap: 100})
	for sql, runs := range map[string]string{
		"SELECT 1":                                   "SELECT 1 LIMIT 101",
		"SELECT id FROM orders -- newest":            "SELECT id FROM orders LIMIT 101",
		"SELECT 1 /* abc":                            "SELECT 1 LIMIT 101",
		"SELECT a FROM t LIMIT 3 OFFSET 2":           "SELECT a FROM t LIMIT 3 OFFSET 2",
		"SELECT a FROM t LIMIT 100":                  "SELECT a FROM t LIMIT 100",
		"SELECT a FROM t LIMIT 5000 OFFSET 2":        "SELECT a FROM t LIMIT 101 OFFSET 2",
		"SELECT a FROM t LIMIT 10, 5000":             "SELECT a FROM t LIMIT 10, 5000",
		"SELECT a FROM t LIMIT 0x2000":               "SELECT a FROM t LIMIT 0x2000",
		"SELECT a FROM t LIMIT -1":                   "SELECT a FROM t LIMIT -1",
		"SELECT a FROM t LIMIT 99999999999999999999": "SELECT a FROM t LIMIT 99999999999999999999",
		"SELECT a FROM t LIMIT ?":                    "SELECT a FROM t LIMIT ?",
		"SELECT a FROM t LIMIT (SELECT 5)":           "SELECT a FROM t LIMIT (SELECT 5)",
		"SELECT a FROM t LIMIT 500 + 1":              "SELECT a FROM t LIMIT 500 + 1",
		"VALUES (1), (2)":                            "VALUES (1), (2)",
		"SELECT 1 UNION ALL VALUES (2)":              "SELECT 1 UNION ALL VALUES (2)",
		"VALUES (1) UNION ALL SELECT 2":              "VALUES (1) UNION ALL SELECT 2 LIMIT 101",
		"SELECT a FROM (SELECT a FROM t LIMIT 9)":    "SELECT a FROM (SELECT a FROM t LIMIT 9) LIMIT 101",
		" SELECT 1 ; SELECT 2 ":                      "SELECT 1 LIMIT 101",
	} {
		assert.Equal(t, runs, p.admit(sql).Text(), sql)
		assert.Equal(t, 100, p.admit(sql).RowCap())
	}
	none := under(t, guard.Policy{})
	assert.Equal(t, "SELECT a FROM t LIMIT 5000", none.admit("SELECT a FROM t LIMIT 5000").Text())
	stmt, err := none.g.WithRowCap(7).Check("SELECT a FROM t")
	require.NoError(t, err)
	assert.Equal(t, "SELECT a FROM t LIMIT 8", stmt.Text())
	plan := under(t, guard.Policy{Explain: true, RowCap: 5}).admit("EXPLAIN QUERY PLAN SELECT 1")
	assert.Equal(t, "EXPLAIN QUERY PLAN SELECT 1", plan.Text())
	assert.Equal(t, guard.ExplainQueryPlan, plan.Kind())
}

func TestFunctions(t *testing.T) {
	p := under(t, guard.Policy{})
	p.admit("SELECT lower(a), count(*), row_number() OVER (), strftime('%Y', d), json_extract(j, '$.a') FROM t")
	p.admit("SELECT a LIKE 'x%', a GLOB 'x*', j ->> '$.a', a MATCH 'x' FROM t")
	p.admit("SELECT current_timestamp")
	for _, call := range []string{
		"load_extension('x')", "LOAD_EXTENSION('x')", "`load_extension`('x')", `"load_extension"('x')`, "[load_extension]('x')",
		"load_extension /**/ ('x')", "fts3_tokenizer('simple')", "writefile('/tmp/x', 'y')", "rtreenode(2, x'00')", "sqlite_log(1, 'x')",
		"sqlite_offset(a)", "eval('SELECT 1')", "edit('x')", "total_changes()",
	} {
		p.refuse(guard.FunctionNotAllowed, "SELECT "+call+" FROM t")
		p.refuse(guard.FunctionNotAllowed, "SELECT 1 FROM t GROUP BY a HAVING "+call)
		p.refuse(guard.FunctionNotAllowed, "WITH c AS (SELECT (SELECT "+call+") IS NULL) SELECT * FROM c LIMIT 1")
	}
	p.admit("SELECT a REGEXP 'x' FROM t")
	p.refuse(guard.FunctionNotAllowed, "SELECT regexp('x', a) FROM t")
	under(t, guard.Policy{DenyFunctions: []string{"like"}}).refuse(guard.FunctionNotAllowed, "SELECT a LIKE 'x' FROM t")
	assert.Contains(t, p.refuse(guard.FunctionNotAllowed, "SELECT lenght(a) FROM t").Hint, "length")
	assert.Contains(t, p.refuse(guard.FunctionNotAllowed, "SELECT year(a) FROM t").Hint, "strftime('%Y', x)")

	own := under(t, guard.Policy{AllowFunctions: []string{"MyFunc", "regexp"}, DenyFunctions: []string{"Lower"}})
	own.admit("SELECT myfunc(1), a REGEXP 'x' FROM t")
	own.refuse(guard.FunctionNotAllowed, "SELECT LOWER('x')")
}

func TestRelations(t *testing.T) {
	p := under(t, guard.Policy{})
	p.admit("SELECT * FROM sqlite_schema")
	p.admit("SELECT * FROM pragma_table_info('t')")
	p.admit("SELECT * FROM t, main.u JOIN \"select\" ON 1")
	p.admit("SELECT value FROM json_each('[1]')")
	for _, name := range []string{"sqlite_dbpage", "SQLITE_DBPAGE", "main.sqlite_dbpage", `"sqlite_dbpage"`, "dbstat", "dbstat('main')", "bytecode('SELECT 1')", "csv", "zipfile('x.zip')"} {
		p.refuse(guard.RelationNotAllowed, "SELECT * FROM "+name)
		p.refuse(guard.RelationNotAllowed, "SELECT 1 WHERE 1 IN (SELECT 1 FROM t, "+name+")")
	}
	p.refuse(guard.RelationNotAllowed, "SELECT 1 IN dbstat")
	for _, pragma := range []string{"database_list", "optimize", "optimize(65538)", "journal_mode", "unheard_of"} {
		p.refuse(guard.PragmaNotAllowed, "SELECT * FROM pragma_"+pragma)
	}
	under(t, guard.Policy{AllowPragmas: []string{"user_version"}}).admit("SELECT * FROM pragma_user_version")

	denied := under(t, guard.Policy{DenyRelations: []string{"secrets", "audit_*", "main.users"}})
	denied.admit("SELECT * FROM orders")
	for _, sql := range []string{
		"SELECT * FROM secrets", "SELECT * FROM SECRETS s", "SELECT * FROM main.secrets", "SELECT * FROM `secrets`", "SELECT a IN secrets FROM t",
		"SELECT (SELECT 1 FROM secrets)", "WITH c AS (SELECT * FROM secrets) SELECT 1", "SELECT * FROM audit_log", "SELECT * FROM users",
		"WITH secrets AS (SELECT 1) SELECT * FROM main.secrets", "SELECT 1 ORDER BY (SELECT 1 FROM secrets)", "SELECT sum(1) OVER (ORDER BY (SELECT 1 FROM secrets))",
	} {
		denied.refuse(guard.RelationNotAllowed, sql)
	}
	denied.admit("WITH secrets AS (SELECT 1) SELECT * FROM secrets")
	denied.refuse(guard.RelationNotAllowed, "SELECT name FROM sqlite_schema")
	denied.refuse(guard.PragmaNotAllowed, "SELECT * FROM pragma_table_info('secrets')")

	allowed := under(t, guard.Policy{AllowRelations: []string{"orders", "pub_*"}, DenyRelations: []string{"pub_x"}})
	allowed.admit("SELECT * FROM orders, pub_a")
	allowed.refuse(guard.RelationNotAllowed, "SELECT * FROM users")
	allowed.refuse(guard.RelationNotAllowed, "SELECT * FROM pub_x")
	allowed.refuse(guard.RelationNotAllowed, "SELECT * FROM sqlite_schema")
	under(t, guard.Policy{AllowRelations: []string{"*"}}).refuse(guard.RelationNotAllowed, "SELECT * FROM sqlite_dbpage")
	under(t, guard.Policy{AllowRelations: []string{"sqlite_dbpage"}}).refuse(guard.RelationNotAllowed, "SELECT * FROM sqlite_dbpage")
	under(t, guard.Policy{AllowRelations: []string{"csv"}}).admit("SELECT * FROM csv")
}

func TestColumns(t *testing.T) {
	p := under(t, guard.Policy{DenyColumns: []string{"users.token", "*.password"}})
	p.admit("SELECT id, name FROM users")
	p.admit("SELECT count(*) FROM users")
	p.admit("SELECT token FROM sessions")
	p.admit("SELECT s.token FROM users u JOIN sessions s ON s.user_id = u.id")
	p.admit("SELECT * FROM orders")
	for _, sql := range []string{
		"SELECT token FROM users", "SELECT u.token FROM users u", "SELECT main.users.token FROM users", "SELECT TOKEN FROM users", `SELECT "token" FROM users`,
		"SELECT * FROM users", "SELECT u.* FROM users u JOIN orders o", "SELECT 1 FROM users WHERE token LIKE 'a%'", "SELECT 1 FROM users ORDER BY token",
		"SELECT name FROM (SELECT * FROM users)", "WITH u AS (SELECT token AS t FROM users) SELECT t FROM u", "SELECT (SELECT token FROM users LIMIT 1)",
		"SELECT 1 FROM orders WHERE EXISTS (SELECT 1 FROM users WHERE users.token = orders.note)", "SELECT password FROM anything",
		"SELECT 1 FROM users JOIN sessions USING (token)", "SELECT id FROM users GROUP BY token", "SELECT sum(1) OVER (PARTITION BY token) FROM users",
		"SELECT 1 FROM users u WHERE (SELECT u.token) = 'x'", "SELECT 1 FROM users u WHERE EXISTS (SELECT 1 FROM orders WHERE note = token)",
	} {
		p.refuse(guard.ColumnNotAllowed, sql)
	}
	p.refuse(guard.RelationNotAllowed, "SELECT * FROM sqlite_stat4")
	under(t, guard.Policy{MaskColumns: []string{"users.token"}}).refuse(guard.RelationNotAllowed, "SELECT * FROM sqlite_stat1")
	under(t, guard.Policy{}).admit("SELECT * FROM sqlite_stat1")

	masked := under(t, guard.Policy{MaskColumns: []string{"users.token"}}).admit("SELECT token FROM users")
	assert.Equal(t, guard.Mask, masked.ColumnAccess("main", "Users", "TOKEN"))
	assert.Equal(t, guard.Allow, masked.ColumnAccess("main", "users", "name"))
	assert.Equal(t, guard.Deny, guard.Statement{}.ColumnAccess("main", "users", "name"))
}

func TestStatementTellsWhatItReads(t *testing.T) {
	stmt := under(t, guard.Policy{}).admit("WITH c AS (SELECT id FROM Orders) SELECT upper(u.name), :a, ?, ?7, @b, :a FROM c JOIN main.users u ON u.id IN c, json_each(:a) WHERE Upper(u.name) = 'X'")
	assert.Equal(t, []guard.Relation{{Name: "Orders"}, {Schema: "main", Name: "users"}, {Name: "json_each"}}, stmt.Relations())
	assert.Equal(t, []string{"upper"}, stmt.Functions())
	assert.Equal(t, []guard.Parameter{{":a", 1}, {"?", 2}, {"?7", 7}, {"@b", 8}}, stmt.Parameters())
	assert.True(t, stmt.Names("main", "ORDERS"))
	assert.True(t, stmt.Names("", "users"))
	assert.False(t, stmt.Names("temp", "users"))
	assert.False(t, stmt.Names("main", "c"))
	assert.True(t, stmt.AllowsFunction("like"))
	assert.False(t, stmt.AllowsFunction("load_extension"))
	var zero guard.Statement
	assert.False(t, zero.Checked() || zero.AllowsRelation("main", "t") || zero.AllowsFunction("lower") || zero.AllowsPragma("table_info") || zero.Names("", "t"))
}

func TestReadersDisagree(t *testing.T) {
	p := under(t, guard.Policy{})
	// To the witness, ` closes what " has opened, so that it sees a subquery where SQLite sees one quoted name.
	p.admit("SELECT 5 IN json_each(?3)")
	p.refuse(guard.ReadersDisagree, "SELECT \"a`, (SELECT token FROM secrets), `b\" FROM t")
	// The same with a call, and with a second statement.
	p.refuse(guard.ReadersDisagree, "SELECT \"a`, lower(x), `b\" FROM t")
	p.refuse(guard.ReadersDisagree, "SELECT \"a`; SELECT `b\" FROM t")
	// The other way round nothing hides: our reader sees the subquery, and the policy with it.
	denied := under(t, guard.Policy{DenyRelations: []string{"secrets"}})
	denied.refuse(guard.RelationNotAllowed, "WITH c(\"\"\"\") AS (SELECT 1) SELECT `\"`, (SELECT token FROM secrets), ` FROM c --` FROM c, (SELECT 2 AS ` FROM c --`)")
}

func TestPolicyIsRead(t *testing.T) {
	for _, bad := range []guard.Policy{
		{},
		{Dialect: "mysql"},
		{Dialect: guard.SQLite, Stacked: "run"},
		{Dialect: guard.SQLite, RowCap: -1},
		{Dialect: guard.SQLite, DenyColumns: []string{"token"}},
		{Dialect: guard.SQLite, DenyRelations: []string{"a.b.c"}},
		{Dialect: guard.SQLite, DenyRelations: []string{`"a`}},
		{Dialect: guard.SQLite, MaskColumns: []string{"a..b"}},
		{Dialect: guard.SQLite, AllowRelations: []string{`"a"b`}},
	} {
		_, err := guard.New(bad)
		assert.ErrorContains(t, err, "policy: ", "%+v", bad)
	}
	quoted := under(t, guard.Policy{DenyRelations: []string{`"a.b"`, `"x*"`}})
	quoted.refuse(guard.RelationNotAllowed, `SELECT * FROM "A.B"`)
	quoted.refuse(guard.RelationNotAllowed, `SELECT * FROM "x*"`)
	quoted.admit("SELECT * FROM xyz")
}

func TestNear(t *testing.T) {
	names := []string{"name", "user_id", "amount", "created_at", "naming"}
	assert.Equal(t, []string{"name"}, guard.Near("nmae", names))
	assert.Equal(t, []string{"user_id"}, guard.Near("userid", names))
	assert.Equal(t, []string{"created_at"}, guard.Near("created", names))
	assert.Empty(t, guard.Near("zzz", names))
	assert.Empty(t, guard.Near("", names))
}

func TestEveryCodeIsDeclaredOnce(t *testing.T) {
	seen := map[guard.Code]bool{}
	for _, code := range guard.Codes() {
		assert.False(t, seen[code], code)
		seen[code] = true
	}
}
