package sqlite

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, text string) *Reading {
	t.Helper()
	r, err := Read(text, 250)
	require.NoError(t, err, text)
	return r
}

func TestStatementKinds(t *testing.T) {
	for _, c := range []struct {
		text string
		kind Kind
		verb string
	}{
		{"SELECT 1", KindSelect, ""},
		{" ; ; -- c\n VALUES (1)", KindSelect, ""},
		{"\ufeffSELECT 1", KindSelect, ""},
		{"WITH a AS (SELECT 1) SELECT * FROM a", KindSelect, ""},
		{"EXPLAIN SELECT 1", KindExplain, ""},
		{"EXPLAIN QUERY PLAN VALUES (1)", KindExplainQueryPlan, ""},
		{"delete form x", KindOther, "DELETE"},
		{"delete 'x", KindOther, "DELETE"},
		{"EXPLAIN QUERY PLAN INSERT INTO t VALUES (1)", KindOther, "INSERT"},
		{"EXPLAIN DROP TABLE t", KindOther, "DROP TABLE"},
		{"WITH a AS (SELECT 1) DELETE FROM x", KindOther, "DELETE"},
		{"WITH a AS (SELECT 1) UPDATE t SET", KindOther, "UPDATE"},
		{"EXPLAIN WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", KindOther, "INSERT"},
		{"WITH RECURSIVE a AS (SELECT 1) REPLACE INTO x SELECT 1", KindOther, "REPLACE"},
		{"/* c */ CREATE UNIQUE INDEX i ON t (a)", KindOther, "CREATE INDEX"},
		{"CREATE TEMP TABLE t AS SELECT 1", KindOther, "CREATE TABLE"},
		{"CREATE TEMPORARY VIEW v AS SELECT 1", KindOther, "CREATE VIEW"},
		{"CREATE VIRTUAL TABLE t USING fts5(x)", KindOther, "CREATE VIRTUAL TABLE"},
		{"create frob", KindOther, "CREATE"},
		{"create", KindOther, "CREATE"},
		{"DROP VIEW v", KindOther, "DROP VIEW"},
		{"ALTER TABLE t RENAME TO u", KindOther, "ALTER TABLE"},
		{"PRAGMA user_version = 1", KindOther, "PRAGMA"},
		{"VACUUM INTO 'x'", KindOther, "VACUUM"},
		{"END", KindOther, "END"},
	} {
		r := read(t, c.text)
		assert.Equal(t, c.kind, r.Kind, c.text)
		assert.Equal(t, c.verb, r.Verb, c.text)
		if c.verb != "" {
			assert.True(t, strings.HasPrefix(strings.ToUpper(c.text[r.VerbOffset:]), strings.Fields(c.verb)[0]), c.text)
		}
	}
}

func TestStatementSpan(t *testing.T) {
	for _, c := range []struct{ text, statement, rest string }{
		{"SELECT 1", "SELECT 1", ""},
		{"SELECT 1;", "SELECT 1", ""},
		{" ;; SELECT 1 /* c */ ; SELECT 2", "SELECT 1", " SELECT 2"},
		{"SELECT 1 -- c", "SELECT 1", ""},
		{"SELECT 1 /* open", "SELECT 1", ""},
		{"SELECT ';', \";\", `;`, [;] /* ; */ -- ;\n ; x", "SELECT ';', \";\", `;`, [;]", " x"},
		{"SELECT 1\x00; DROP TABLE t", "SELECT 1", "\x00; DROP TABLE t"},
		{"DELETE FROM t; SELECT 1", "DELETE FROM t", " SELECT 1"},
		{"DELETE FROM t", "DELETE FROM t", ""},
		{
			"CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; SELECT CASE 1 WHEN 1 THEN 2 END; END; SELECT 2",
			"CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; SELECT CASE 1 WHEN 1 THEN 2 END; END", " SELECT 2",
		},
	} {
		r := read(t, c.text)
		assert.Equal(t, c.statement, c.text[r.Start:r.End], c.text)
		assert.Equal(t, c.rest, c.text[r.Next:], c.text)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		kind    ErrorKind
		message string
		offset  int
	}{
		{"", Empty, "no statement", 0},
		{" ;\n-- c\n/* c */;", Empty, "no statement", 16},
		{"SELECT 1 FORM x y", Syntax, `near "x": syntax error`, 14},
		{"SELEC 1", Syntax, `near "SELEC": syntax error`, 0},
		{"SELECT", Syntax, "incomplete input", 6},
		{"SELECT (1", Syntax, "incomplete input", 9},
		{"SELECT (1;", Syntax, `near ";": syntax error`, 9},
		{"SELECT 'a", Syntax, `unrecognized token: "'a"`, 7},
		{"SELECT 1 \u00a0+ 1 1", Syntax, `near "+": syntax error`, 11}, // a name to SQLite
		{"SELECT\v1", Syntax, "unrecognized token: \"\v\"", 6},         // white space only behind other white space,
		{"SELECT x'414'", Syntax, `unrecognized token: "x'414'"`, 7},
		{"SELECT 0x1G", Syntax, `unrecognized token: "0x1G"`, 7},
		{"SELECT 1.a", Syntax, `unrecognized token: "1.a"`, 7},
		{"SELECT 1__0", Syntax, `unrecognized token: "1__0"`, 7},
		{"SELECT 1_0__0", Syntax, `unrecognized token: "100__0"`, 7}, // as SQLite shows it
		{"SELECT #1", Syntax, `near "#1": syntax error`, 7},
		{"SELECT ?0", Syntax, "variable number must be between ?1 and ?32766", 7},
		{"SELECT ?99999999999999999999", Syntax, "variable number must be between ?1 and ?32766", 7},
		{"SELECT ?32766, ?", Syntax, "too many SQL variables", 15},
		{"SELECT * FROM a LEFT INNER JOIN b", Syntax, "unknown join type: LEFT INNER", 16},
		{"SELECT * FROM a ON 1", Syntax, "a JOIN clause is required before ON", 16},
		{"SELECT * FROM a USING (x)", Syntax, "a JOIN clause is required before USING", 16},
		{"WITH a(x ASC) AS (SELECT 1) SELECT 1", Syntax, `syntax error after column name "x"`, 7},
		{"VALUES (1) LIMIT 1", Syntax, `near "LIMIT": syntax error`, 11},
		{"SELECT 1 UNION VALUES (1) LIMIT 1", Syntax, `near "LIMIT": syntax error`, 26},
		{"EXPLAIN EXPLAIN SELECT 1", Syntax, `near "EXPLAIN": syntax error`, 8},
		{"(SELECT 1)", Syntax, `near "(": syntax error`, 0},
		{"SELECT 1 RETURNING x", Syntax, `near "RETURNING": syntax error`, 9},
		{"WITH a AS (SELECT 1) PRAGMA x", Syntax, `near "PRAGMA": syntax error`, 21},
		{"WITH a AS (DELETE FROM t RETURNING *) SELECT 1", Syntax, `near "DELETE": syntax error`, 11},
	} {
		_, err := Read(c.text, 250)
		var e *Error
		require.True(t, errors.As(err, &e), "%q", c.text)
		assert.Equal(t, c.kind, e.Kind, c.text)
		assert.Equal(t, c.message, e.Message, c.text)
		assert.Equal(t, c.offset, e.Offset, c.text)
		assert.Equal(t, c.message == "incomplete input", e.Incomplete, c.text)
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) string { return "SELECT " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	assert.Equal(t, 250, read(t, nested(250)).Depth)
	_, err := Read(nested(251), 250)
	var e *Error
	require.True(t, errors.As(err, &e))
	assert.Equal(t, Depth, e.Kind)
	assert.Equal(t, len("SELECT ")+250, e.Offset)

	// What stands beside each other is no nesting.
	read(t, "SELECT 1 WHERE 1"+strings.Repeat(" OR (a = 1)", 900))
	assert.Equal(t, 1, read(t, "SELECT 1 WHERE 1"+strings.Repeat(" OR a = (1)", 900)).Depth)
	assert.Equal(t, 1, read(t, "SELECT "+strings.Repeat("CASE WHEN 1 THEN 2 END, ", 900)+"1").Depth)
	assert.Equal(t, 2, read(t, "SELECT CASE WHEN (1) THEN 2 END AS end").Depth)
	for _, bomb := range []string{"(", "CASE ", "SELECT (", "a IN (", "f(", "WITH a AS (", "SELECT * FROM ("} {
		_, err := Read("SELECT "+strings.Repeat(bomb, 3<<20/len(bomb)), 250)
		require.Error(t, err, bomb)
	}
}

// names lists relations, by index if any are given.
func names(r *Reading, indexes []int) string {
	var names []string
	for _, i := range indexes {
		relation := r.Relations[i]
		name := relation.Name
		if relation.Schema != "" {
			name = relation.Schema + "." + name
		}
		if relation.Call {
			name += "()"
		}
		if relation.Alias != "" {
			name += "=" + relation.Alias
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func relations(r *Reading) string {
	var all []int
	for i := range r.Relations {
		all = append(all, i)
	}
	return names(r, all)
}

func TestRelations(t *testing.T) {
	for _, c := range []struct{ text, relations string }{
		{"SELECT 1", ""},
		{"SELECT * FROM t", "t"},
		{"SELECT * FROM t, main.u AS x JOIN \"v w\" y ON 1", "t main.u=x v w=y"},
		{"SELECT (SELECT 1 FROM b) FROM a", "b a"}, // in the order of the text
		{"SELECT 1 WHERE 1 IN t", "t"},
		{"SELECT 1 WHERE 1 NOT IN s.t", "s.t"},
		{"SELECT 1 WHERE 1 IN f(SELECTED)", "f()"},
		{"SELECT * FROM f(1), s.g((SELECT 1 FROM t)) AS h", "f() s.g()=h t"},
		{"SELECT * FROM (a JOIN (b, c) ON 1 IN d), ((SELECT 1 FROM e))", "a b c d e"},
		{"SELECT * FROM (a JOIN b) ON (SELECT 1 FROM c)", ""},
		{"SELECT * FROM z JOIN (a JOIN b) AS q ON 1 IN c AND EXISTS (SELECT 1 FROM d)", "z a b c d"},
		{"VALUES (1), ((SELECT 1 FROM t))", "t"},
		{"SELECT 1 ORDER BY (SELECT 1 FROM a) LIMIT (SELECT 1 FROM b) OFFSET (SELECT 1 FROM c)", "a b c"},
		{"SELECT 1 GROUP BY (SELECT 1 FROM a) HAVING 1 IN b", "a b"},
		{"SELECT sum(1) FILTER (WHERE 1 IN a) OVER (PARTITION BY (SELECT 1 FROM b) ORDER BY (SELECT 1 FROM c) " +
			"ROWS BETWEEN (SELECT 1 FROM d) PRECEDING AND (SELECT 1 FROM e) FOLLOWING)", "a b c d e"},
		{"SELECT 1 OVER w FROM t WINDOW w AS (PARTITION BY (SELECT 1 FROM b))", ""},
		{"SELECT f() OVER w FROM t WINDOW w AS (PARTITION BY (SELECT 1 FROM b))", "t b"},
		{"SELECT f(DISTINCT x ORDER BY (SELECT 1 FROM a)) FROM b", "a b"},
		{"SELECT CASE (SELECT 1 FROM a) WHEN 1 IN b THEN (SELECT 1 FROM c) ELSE EXISTS (SELECT 1 FROM d) END", "a b c d"},
		{"SELECT CAST((SELECT 1 FROM a) AS INT), (1, (SELECT 1 FROM b)), (SELECT 1 FROM c) COLLATE x, (SELECT 1 FROM d) IS NOT NULL", "a b c d"},
		{"SELECT 1 BETWEEN (SELECT 1 FROM a) AND (SELECT 1 FROM b), 'x' LIKE (SELECT 1 FROM c) ESCAPE (SELECT 1 FROM d)", "a b c d"},
		{"SELECT (SELECT 1 FROM a) -> (SELECT 1 FROM b), - (SELECT 1 FROM c), NOT EXISTS (SELECT 1 FROM d)", "a b c d"},
		{"SELECT 1 FROM a UNION SELECT 2 FROM b EXCEPT SELECT 3 FROM c", "a b c"},
		{"EXPLAIN SELECT * FROM t", "t"},

		// The names of CTEs are none where they are in scope.
		{"WITH a AS (SELECT * FROM t) SELECT * FROM a", "t"},
		{"WITH A AS (SELECT 1) SELECT * FROM [a], \"A\", `a`, 'a'", ""},
		{"WITH a AS (SELECT * FROM b), b AS (SELECT * FROM c) SELECT * FROM a", "c"}, // siblings, also later ones
		{"WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x FROM a) SELECT * FROM a", ""},
		{"WITH a AS (SELECT * FROM a) SELECT * FROM a", ""}, // circular to SQLite
		{"WITH a AS (SELECT 1) SELECT * FROM main.a", "main.a"},
		{"WITH a AS (SELECT 1) SELECT * FROM a(1)", "a()"}, // an error to SQLite
		{"WITH a AS (SELECT 1) SELECT 1 IN a, (SELECT 1 FROM a), (SELECT 1 FROM (SELECT 1 FROM a))", ""},
		{"SELECT * FROM a WHERE 1 IN (WITH a AS (SELECT 1) SELECT * FROM a)", "a"}, // only within
		{"SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), (SELECT 1 FROM a)", "a"},
		{"WITH a AS (WITH b AS (SELECT 1) SELECT * FROM b) SELECT * FROM b", "b"},
		{"WITH a AS (SELECT 1) SELECT * FROM (WITH b AS (SELECT * FROM a) SELECT * FROM a, b)", ""},
		{"WITH a AS (SELECT 1) SELECT 1 UNION SELECT * FROM a UNION SELECT * FROM b ORDER BY (SELECT 1 FROM a) LIMIT (SELECT 1 FROM a)", "b"},
		{"WITH a AS (VALUES (1), (2)) SELECT * FROM a AS b, b", "b"}, // an alias is no table
		{"SELECT * FROM t AS a, (SELECT * FROM a)", "t=a a"},
	} {
		r, err := Read(c.text, 250)
		if err != nil && c.relations == "" {
			continue // a form that SQLite does not have
		}
		require.NoError(t, err, c.text)
		assert.Equal(t, c.relations, relations(r), c.text)
		for _, relation := range r.Relations {
			assert.Equal(t, relation.Name, Name(c.text, Span{int32(relation.Offset), int32(relation.End)}), c.text)
		}
	}
}

// columns writes each column with its candidates and those further out.
func columns(r *Reading) string {
	var all []string
	for _, c := range r.Columns {
		text := c.Name
		if c.Table != "" {
			text = c.Table + "." + text
		}
		switch {
		case c.Alias:
			text += ":alias"
		default:
			text += fmt.Sprintf(":[%s]", names(r, c.Candidates))
			if len(c.Outer) > 0 {
				text += fmt.Sprintf("[%s]", names(r, c.Outer))
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestColumns(t *testing.T) {
	for _, c := range []struct{ text, columns string }{
		{"SELECT x", "x:[]"},
		{"SELECT x, t.y, T.z FROM t", "x:[t] t.y:[t] T.z:[t]"},
		{"SELECT x, a.y, t.z FROM t AS a, u", "x:[t=a u] a.y:[t=a] t.z:[]"},
		{"SELECT main.t.x, temp.t.x FROM main.t, u", "t.x:[main.t] t.x:[]"},
		{"SELECT main.t.x FROM t", "t.x:[t]"},
		{"SELECT x FROM t WHERE EXISTS (SELECT y, t.z, u.w FROM u)", "x:[t] y:[u][t] t.z:[t] u.w:[u]"},
		{"SELECT 1 FROM t AS a WHERE EXISTS (SELECT a.x FROM u AS a)", "a.x:[u=a][t=a]"}, // u may have no x
		{"SELECT a.x FROM (SELECT y FROM t) AS a", "a.x:[] y:[t]"},
		{"SELECT x FROM (SELECT y FROM t), u", "x:[u] y:[t]"},
		{"SELECT 1 FROM t, (SELECT x FROM u)", "x:[u]"}, // no sight of the tables beside it
		{"SELECT 1 FROM a JOIN b ON b.x = y", "b.x:[b] y:[a b]"},
		{"SELECT 1 FROM a, f(a.x, y)", "a.x:[a] y:[a f()]"},
		{"SELECT z.x, a.x FROM (a JOIN b) AS z", "z.x:[a b] a.x:[a]"},
		{"SELECT a.x FROM (a JOIN (b JOIN c))", "a.x:[a]"},
		{"SELECT x FROM t LIMIT y", "x:[t] y:[]"},
		{"SELECT sqlite_master.name FROM sqlite_schema", "sqlite_master.name:[sqlite_schema]"},

		// ORDER BY
		{
			"SELECT x AS y FROM t ORDER BY y, (Y), y COLLATE nocase, y + 1, z",
			"x:[t] y:alias Y:alias y:alias y:[t] z:[t]",
		},
		{"SELECT x AS y FROM t GROUP BY y", "x:[t] y:[t]"},
		{"SELECT x AS y FROM t WHERE y", "x:[t] y:[t]"},
		{"SELECT x FROM t UNION SELECT y FROM u ORDER BY y", "x:[t] y:[u] y:[t u]"},
		{"SELECT x AS y FROM t UNION SELECT z FROM u ORDER BY y", "x:[t] z:[u] y:alias"},
		{"SELECT x FROM t UNION SELECT z AS y FROM u ORDER BY y", "x:[t] z:[u] y:[t u]"},
		{"SELECT sum(x) OVER (ORDER BY x) AS x FROM t", "x:[t] x:[t]"},

		// The body of a CTE sees the tables around its uses, since SQLite puts it there.
		{"WITH c AS (SELECT x) SELECT (SELECT * FROM c) FROM t", "x:[][t]"},
		{"WITH c AS (SELECT x) SELECT * FROM c, t", "x:[]"},
		{"WITH c AS (SELECT t.x, u.y FROM u) SELECT (SELECT * FROM c) FROM t", "t.x:[][t] u.y:[u]"},
		{"WITH c AS (SELECT x), d AS (SELECT * FROM c) SELECT (SELECT * FROM d) FROM t", "x:[][t]"},
		{"WITH c AS (SELECT x) SELECT 1 IN c FROM t", "x:[][t]"},
		{"SELECT 1 FROM t WHERE (WITH c AS (SELECT x) SELECT * FROM c)", "x:[][t]"},
	} {
		assert.Equal(t, c.columns, columns(read(t, c.text)), c.text)
	}
}

func TestStarsAndUsing(t *testing.T) {
	for _, c := range []struct{ text, stars, using string }{
		{"SELECT * FROM a, b", "[a b]", ""},
		{"SELECT t.*, b.* FROM a AS t, b", "t[a=t] b[b]", ""},
		{"SELECT *, (SELECT * FROM c) FROM a, (SELECT * FROM b)", "[a] [c] [b]", ""},
		{"SELECT count(*) FROM a", "", ""},
		{"SELECT z.* FROM (a JOIN b) AS z", "z[a b] implied[a b]", ""},
		{"SELECT 1 FROM (a JOIN b)", "", ""},
		{"SELECT 1 FROM (a) AS z", "", ""},
		{"SELECT 1 FROM c, (a JOIN b)", "implied[a b]", ""},
		{"SELECT 1 FROM c, ((a JOIN b))", "implied[a b]", ""},
		{"SELECT 1 FROM ((a JOIN b)) AS z", "implied[a b]", ""},
		{"SELECT 1 IN t", "implied[t]", ""},
		{"WITH t AS (SELECT 1) SELECT 1 IN t", "", ""},
		{"SELECT 1 FROM a NATURAL LEFT JOIN b", "implied[a b]", ""},
		{"SELECT 1 FROM a JOIN b USING (x, \"Y\"), c", "", "x[a b c] Y[a b c]"},
	} {
		r := read(t, c.text)
		var stars, using []string
		for _, s := range r.Stars {
			word := s.Table
			if s.Implied {
				word = "implied"
			}
			stars = append(stars, fmt.Sprintf("%s[%s]", word, names(r, s.Candidates)))
		}
		for _, u := range r.Using {
			using = append(using, fmt.Sprintf("%s[%s]", u.Name, names(r, u.Candidates)))
		}
		assert.Equal(t, c.stars, strings.Join(stars, " "), c.text)
		assert.Equal(t, c.using, strings.Join(using, " "), c.text)
	}
}

func TestFunctions(t *testing.T) {
	r := read(t, `SELECT f(), G(1, 2) OVER w, "h i"(DISTINCT x), count(*) FILTER (WHERE j(1)), left(1), CURRENT_TIME,
		a LIKE b, a NOT GLOB b, a regexp b, a MATCH b, a -> b, a ->> b, CAST(a AS k(1)), sum(x ORDER BY l(y)) OVER (ORDER BY m())
		FROM t, n(o()) WINDOW w AS (ORDER BY p())`)
	var functions, operators []string
	for _, f := range r.Functions {
		functions = append(functions, fmt.Sprintf("%s/%d", f.Name, f.Args))
	}
	for _, o := range r.Operators {
		operators = append(operators, o.Name)
	}
	assert.Equal(t, "f/0 G/2 h i/1 count/0 j/1 left/1 CURRENT_TIME/0 sum/1 l/1 m/0 o/0 p/0", strings.Join(functions, " "))
	assert.Equal(t, "LIKE GLOB REGEXP MATCH -> ->>", strings.Join(operators, " "))
	assert.True(t, r.Functions[1].Window)
	assert.True(t, r.Functions[2].Distinct)
	assert.True(t, r.Functions[3].Star)
	assert.False(t, r.Functions[3].Window)
	assert.True(t, r.Functions[7].Window)
}

func TestParameters(t *testing.T) {
	for _, c := range []struct{ text, parameters string }{
		{"SELECT ?, ?, ?", "?=1 ?=2 ?=3"},
		{"SELECT ?3, ?, ?1, ?", "?3=3 ?=4 ?1=1 ?=5"},
		{"SELECT :a, @a, $a, #a, :a, ?", ":a=1 @a=2 $a=3 #a=4 :a=1 ?=5"},
		{"SELECT $a::b(c d", ""},
		{"SELECT $a::b(c), ?02, ?", "$a::b(c)=1 ?02=2 ?=3"},
		{"SELECT ':a', \":b\", 1 /* :c */ -- :d", ""},
		{"SELECT ? FROM (SELECT ?) WHERE ? LIMIT ? OFFSET ?", "?=1 ?=2 ?=3 ?=4 ?=5"},
	} {
		r, err := Read(c.text, 250)
		if err != nil && c.parameters == "" {
			continue
		}
		require.NoError(t, err, c.text)
		var all []string
		for _, p := range r.Parameters {
			all = append(all, fmt.Sprintf("%s=%d", p.Name, p.Index))
			assert.True(t, strings.HasPrefix(c.text[p.Offset:], p.Name), c.text)
		}
		assert.Equal(t, c.parameters, strings.Join(all, " "), c.text)
	}
}

func TestLimit(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit Limit
		count string
	}{
		{"SELECT 1", Limit{Insertable: true}, ""},
		{"SELECT 1 UNION SELECT 2 ORDER BY 1", Limit{Insertable: true}, ""},
		{"SELECT * FROM (SELECT 1 LIMIT 5)", Limit{Insertable: true}, ""},
		{"WITH a AS (SELECT 1 LIMIT 5) SELECT (SELECT 1 LIMIT 5)", Limit{Insertable: true}, ""},
		{"VALUES (1)", Limit{}, ""},
		{"SELECT 1 UNION VALUES (1)", Limit{}, ""},
		{"VALUES (1) UNION SELECT 1", Limit{Insertable: true}, ""},
		{"SELECT 1 LIMIT 10", Limit{Present: true, Literal: true, Value: 10}, "10"},
		{"SELECT 1 LIMIT 007 OFFSET 5", Limit{Present: true, Literal: true, Value: 7}, "007"},
		{"SELECT 1 LIMIT 5, 10", Limit{Present: true, Comma: true, Literal: true, Value: 10}, "10"},
		{"SELECT 1 LIMIT -1", Limit{Present: true}, "-1"},
		{"SELECT 1 LIMIT +1", Limit{Present: true}, "+1"},
		{"SELECT 1 LIMIT (1)", Limit{Present: true}, "(1)"},
		{"SELECT 1 LIMIT 1_0", Limit{Present: true}, "1_0"},
		{"SELECT 1 LIMIT 0x10", Limit{Present: true}, "0x10"},
		{"SELECT 1 LIMIT 1.0", Limit{Present: true}, "1.0"},
		{"SELECT 1 LIMIT 1e3", Limit{Present: true}, "1e3"},
		{"SELECT 1 LIMIT 9223372036854775807", Limit{Present: true, Literal: true, Value: 9223372036854775807}, "9223372036854775807"},
		{"SELECT 1 LIMIT 9223372036854775808", Limit{Present: true}, "9223372036854775808"},
		{"SELECT 1 LIMIT ?", Limit{Present: true}, "?"},
		{"SELECT 1 LIMIT (SELECT 5) + /* c */ 1 /* d */ ;", Limit{Present: true}, "(SELECT 5) + /* c */ 1"},
		{"SELECT 1 LIMIT 'x'", Limit{Present: true}, "'x'"},
	} {
		r := read(t, c.text)
		assert.Equal(t, c.count, c.text[r.Limit.Offset:r.Limit.End], c.text)
		r.Limit.Offset, r.Limit.End = 0, 0
		assert.Equal(t, c.limit, r.Limit, c.text)
	}
}

func TestQuotes(t *testing.T) {
	for _, c := range []struct{ text, relations, columns string }{
		{"SELECT [a b], `c`, \"d\"\"e\", f FROM 't''u'", "t'u", "a b:[t'u] c:[t'u] d\"e:[t'u] f:[t'u]"},
		{"SELECT `\"`, (SELECT token FROM secrets), ` FROM c --`", "secrets", "\":[] token:[secrets]  FROM c --:[]"},
		{"SELECT \"`\", (SELECT token FROM secrets), \"` FROM c --\"", "secrets", "`:[] token:[secrets] ` FROM c --:[]"},
		{"SELECT [a\"], x FROM [b`], c", "b` c", "a\":[b` c] x:[b` c]"},
		{"SELECT é, \u00a0x FROM Ünï", "Ünï", "é:[Ünï] \u00a0x:[Ünï]"},
		{"SELECT 'a'.'b' FROM 'a'", "a", "a.b:[a]"},
		{"SELECT match, key, [left], t.cast, t.virtual FROM cast, t AS end", "cast t=end", "match:[cast t=end] key:[cast t=end] left:[cast t=end] t.cast:[] t.virtual:[]"},
		{"SELECT a$b, $b FROM \"\"", "", "a$b:[]"},
	} {
		r, err := Read(c.text, 250)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.relations, relations(r), c.text)
		assert.Equal(t, c.columns, columns(r), c.text)
	}
	r := read(t, "SELECT a, \"b\", [c], `d`, x.'e' FROM x")
	var quotes []byte
	for _, c := range r.Columns {
		quotes = append(quotes, c.Quoted)
	}
	assert.Equal(t, []byte{0, '"', '[', '`', '\''}, quotes)
}

func TestWindowWords(t *testing.T) {
	// WINDOW, OVER and FILTER are names wherever they can be.
	assert.Equal(t, "window over filter", relations(read(t, "SELECT filter, over, window FROM window, over, filter")))
	assert.Equal(t, "t=window", relations(read(t, "SELECT 1 FROM t window")))
	assert.Equal(t, "t", relations(read(t, "SELECT 1 FROM t window w AS ()")))
	assert.Equal(t, "t=filter", relations(read(t, "SELECT f() over FROM t filter")))
}
