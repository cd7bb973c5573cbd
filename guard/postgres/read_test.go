//go:build cgo

package postgres

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, sql string) *Reading {
	t.Helper()
	readings, err := Read(sql, 250)
	require.NoError(t, err, sql)
	return readings[0]
}

func TestKinds(t *testing.T) {
	for sql, kind := range map[string]Kind{
		"SELECT 1":                             KindSelect,
		"VALUES (1), (2)":                      KindSelect,
		"TABLE t":                              KindSelect,
		"(SELECT 1) UNION (SELECT 2)":          KindSelect,
		"WITH c AS (SELECT 1) SELECT * FROM c": KindSelect,
		"EXPLAIN SELECT 1":                     KindExplain,
		"DELETE FROM t":                        KindOther,
		"WITH c AS (SELECT 1) DELETE FROM t":   KindOther,
		"COMMIT":                               KindOther,
		"SET ROLE postgres":                    KindOther,
		"DO $$begin end$$":                     KindOther,
		"PREPARE p AS SELECT 1":                KindOther,
		"CREATE TABLE z AS SELECT 1":           KindOther,
	} {
		assert.Equal(t, kind, read(t, sql).Kind, sql)
	}
	assert.Equal(t, "DELETE", read(t, " /* c */ delete from t").Verb)
	assert.Equal(t, "SELECT", read(t, "((select 1))").Verb)
}

func TestRefusedNodes(t *testing.T) {
	refuse := func(node, sql string) {
		t.Helper()
		r := read(t, sql)
		require.NotEmpty(t, r.Refusals, sql)
		assert.Equal(t, node, r.Refusals[0].Node, sql)
		assert.NotEmpty(t, r.Refusals[0].Message)
		assert.NotEmpty(t, r.Refusals[0].Hint)
	}
	refuse("IntoClause", "SELECT 1 INTO z")
	refuse("IntoClause", "SELECT 1 INTO TEMP z UNION SELECT 2")
	refuse("LockingClause", "SELECT * FROM t FOR UPDATE")
	refuse("LockingClause", "SELECT (SELECT a FROM t LIMIT 1 FOR SHARE)")
	refuse("LockingClause", "WITH c AS (SELECT * FROM t FOR KEY SHARE) SELECT 1")
	refuse("LockingClause", "SELECT 1 WHERE EXISTS (SELECT 1 FROM t FOR NO KEY UPDATE SKIP LOCKED)")
	refuse("DeleteStmt", "WITH c AS (DELETE FROM t RETURNING *) SELECT * FROM c")
	refuse("InsertStmt", "WITH RECURSIVE c AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM c")
	refuse("UpdateStmt", "SELECT * FROM (WITH c AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM c) s")
	refuse("RangeTableSample", "SELECT * FROM t TABLESAMPLE system_time(10)")
	refuse("RangeTableSample", "SELECT * FROM t TABLESAMPLE evil.bernoulli(10)")
	refuse("ExplainStmt", "EXPLAIN ANALYZE SELECT 1")
	refuse("ExplainStmt", "EXPLAIN (ANALYZE, BUFFERS) SELECT 1")
	refuse("ExplainStmt", "EXPLAIN (ANALYZE 1) SELECT 1")
	refuse("ExplainStmt", "EXPLAIN (ANALYZE false, ANALYZE) SELECT 1")
	refuse("ExplainStmt", "EXPLAIN DELETE FROM t")
	refuse("ExplainStmt", "EXPLAIN CREATE TABLE z AS SELECT 1")
	refuse("ExplainStmt", "EXPLAIN (SECRETS) SELECT 1")
	refuse("IntoClause", "EXPLAIN SELECT 1 INTO z")

	admit := func(sql string) {
		t.Helper()
		assert.Empty(t, read(t, sql).Refusals, sql)
	}
	admit("SELECT * FROM t FOR READ ONLY")
	admit("EXPLAIN (ANALYZE off, VERBOSE, FORMAT json) SELECT 1")
	admit("SELECT * FROM t TABLESAMPLE BERNOULLI (10) REPEATABLE (1)")
	admit("SELECT json_object('a': 1), x IS JSON, xmlelement(name a, xmlattributes(1 AS b)) FROM t")
	admit("SELECT * FROM xmltable('/r' PASSING x COLUMNS a int PATH 'a' DEFAULT 1) AS x")
	admit("SELECT count(*) FILTER (WHERE a > 1) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t GROUP BY GROUPING SETS ((a), ())")
	admit("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SEARCH DEPTH FIRST BY n SET o CYCLE n SET c USING p SELECT * FROM r")
	admit("SELECT * FROM ROWS FROM (generate_series(1, 2), json_to_record('{}') AS (a int)) WITH ORDINALITY")
}

// TestFunctionsAreFound puts one call in every place where a call can stand.
func TestFunctionsAreFound(t *testing.T) {
	for _, sql := range []string{
		"SELECT f()", "SELECT 1 WHERE f() IS NULL", "SELECT (SELECT f())", "WITH c AS (SELECT f()) SELECT 1",
		"SELECT * FROM f()", "SELECT * FROM f() AS g(y)", "SELECT * FROM t, LATERAL f() g", "SELECT * FROM ROWS FROM (g(), f()) AS x",
		"SELECT 1 GROUP BY f()", "SELECT 1 HAVING f() IS NULL", "SELECT 1 ORDER BY f()", "SELECT 1 LIMIT f()", "SELECT 1 OFFSET f()",
		"SELECT 1 FETCH FIRST (f()) ROWS ONLY", "SELECT count(*) FILTER (WHERE f() IS NULL)", "SELECT count(*) OVER (PARTITION BY f())",
		"SELECT count(*) OVER w FROM t WINDOW w AS (ORDER BY f())", "SELECT count(*) OVER (ROWS f() PRECEDING)",
		"SELECT ARRAY[f()]", "SELECT ROW(f())", "SELECT CASE WHEN f() THEN 1 END", "SELECT CASE f() WHEN 1 THEN 1 END",
		"SELECT CASE WHEN true THEN 1 ELSE f() END", "SELECT COALESCE(f(), 1)", "SELECT GREATEST(1, f())", "SELECT NULLIF(f(), 1)",
		"SELECT 1 IN (f())", "SELECT 1 = ANY (ARRAY(SELECT f()))", "VALUES (f())", "SELECT f()::text", "SELECT CAST(f() AS text)",
		"SELECT array_agg(1 ORDER BY f())", "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY f())",
		"SELECT * FROM t TABLESAMPLE bernoulli(f())", "SELECT * FROM t TABLESAMPLE bernoulli(1) REPEATABLE (f())",
		"SELECT DISTINCT ON (f()) 1", "SELECT EXISTS (SELECT f())", "SELECT extract(epoch FROM f())", "SELECT now() AT TIME ZONE f()",
		"SELECT 1 FROM t JOIN u ON f() IS NULL", "SELECT (ARRAY[1])[f()]", "SELECT (ARRAY[1])[f():2]", "SELECT f() IS DISTINCT FROM 1",
		"SELECT f() COLLATE \"C\"", "SELECT x BETWEEN f() AND 2", "SELECT x LIKE f() ESCAPE 'a'", "SELECT f() IS DOCUMENT",
		"SELECT xmlelement(name a, f())", "SELECT xmlserialize(CONTENT f() AS text)", "SELECT json_object('a': f())",
		"SELECT json_arrayagg(f())", "SELECT json_array(SELECT f())", "SELECT f() IS JSON", "SELECT json_objectagg('a': f())",
		"SELECT * FROM xmltable(f() PASSING x COLUMNS a int)", "SELECT * FROM xmltable('/r' PASSING f() COLUMNS a int)",
		"SELECT * FROM xmltable('/r' PASSING x COLUMNS a int DEFAULT f())", "SELECT * FROM xmltable('/r' PASSING x COLUMNS a int PATH f())",
		"SELECT g(a => f())", "SELECT g(VARIADIC f())", "SELECT (f()).x", "SELECT 1 UNION SELECT f()", "SELECT 1 GROUP BY CUBE (f())",
		"SELECT GROUPING(f())", "SELECT overlay('a' placing f() from 1)", "SELECT F()", "SELECT \"f\"()", "SELECT f/**/ ()",
		"SELECT U&\"\\0066\"()", "SELECT pg_catalog.f()", "EXPLAIN SELECT f()", "SELECT NOT f()", "SELECT - f()", "SELECT trim(f())",
		"WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT n FROM r) CYCLE n SET c TO f() DEFAULT 2 USING p SELECT 1",
	} {
		readings, err := Read(sql, 250)
		if err != nil && strings.Contains(sql, "CYCLE") {
			continue // the grammar takes constants only
		}
		require.NoError(t, err, sql)
		var found bool
		for _, f := range readings[0].Functions {
			found = found || f.Name == "f" && !f.Attribute
		}
		assert.True(t, found, "the call is not found in %s", sql)
	}
}

func TestAttributesAreFound(t *testing.T) {
	for _, sql := range []string{
		"SELECT (0::oid).f", "SELECT t.f FROM t", "SELECT ((arr)[1]).f FROM t", "SELECT (ARRAY[1])[1].f", "SELECT (SELECT 1).f",
		"SELECT (x.b).f FROM x", "SELECT 1 FROM t ORDER BY (a::text).f", "SELECT s.t.f FROM s.t", "SELECT (row(1)).\"f\"", "SELECT (($1)::text).f",
	} {
		var found bool
		for _, f := range read(t, sql).Functions {
			found = found || f.Name == "f" && f.Attribute
		}
		assert.True(t, found, "the attribute is not found in %s", sql)
	}
}

func TestRelationsAndCTEs(t *testing.T) {
	names := func(sql string) []string {
		var names []string
		for _, r := range read(t, sql).Relations {
			names = append(names, strings.TrimPrefix(r.Schema+"."+r.Name, "."))
		}
		return names
	}
	assert.Equal(t, []string{"secrets"}, names("WITH secrets AS (SELECT * FROM secrets) SELECT * FROM secrets"), "a CTE does not see itself")
	assert.Empty(t, names("WITH RECURSIVE secrets AS (SELECT 1 UNION SELECT * FROM secrets) SELECT * FROM secrets"))
	assert.Equal(t, []string{"public.c"}, names("WITH c AS (SELECT 1) SELECT * FROM public.c"), "a name with a schema is no CTE")
	assert.Equal(t, []string{"b"}, names("WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a, b"))
	assert.Equal(t, []string{"c"}, names("SELECT (WITH c AS (SELECT 1) SELECT count(*) FROM c), * FROM c"), "a CTE ends with its SELECT")
	assert.Empty(t, names("WITH c AS (SELECT 1) (SELECT * FROM c) UNION SELECT * FROM (SELECT * FROM c) s"))
	assert.Equal(t, []string{"mytable", "My Table"}, names(`SELECT * FROM MyTable, "My Table"`))
	assert.Equal(t, []string{"t", "u"}, names("SELECT * FROM t TABLESAMPLE SYSTEM (1) JOIN ONLY u USING (a)"))
	long := strings.Repeat("ä", 40)
	assert.Equal(t, []string{strings.Repeat("ä", 31)}, names("SELECT * FROM "+long), "names are cut at 63 bytes, at a whole character")
	assert.Equal(t, []string{"État"}, names("SELECT * FROM État"), "only ASCII letters are folded")
}

func TestColumnCandidates(t *testing.T) {
	r := read(t, "SELECT a, u.b, (SELECT c FROM v), w FROM t AS u, (SELECT 1) s, w NATURAL JOIN x")
	candidates := make(map[string][]int)
	for _, c := range r.Columns {
		key := strings.TrimPrefix(c.Table+"."+c.Name, ".")
		if c.Whole {
			key += ".*"
		}
		candidates[key] = c.Candidates
	}
	// t, w, x are 0, 1, 2; v in the subquery is 3.
	assert.Equal(t, map[string][]int{"a": {0, 1, 2}, "u.b": {0}, "c": {3, 0, 1, 2}, "w": {0, 1, 2}, "w.*": {1}}, candidates)
	assert.Equal(t, []int{1, 2}, r.Stars[0].Candidates)
	assert.True(t, r.Stars[0].Natural)
	assert.True(t, read(t, "SELECT * FROM t AS u(a, b)").Relations[0].Renamed)
	assert.True(t, read(t, "SELECT * FROM (t JOIN v ON true) AS u(a, b)").Relations[1].Renamed)
}

func TestPlaces(t *testing.T) {
	text := "-- ä\n SELECT 1 -- one ;\n ; /* two */ SELECT 2 -- end"
	readings, err := Read(text, 250)
	require.NoError(t, err)
	require.Len(t, readings, 2)
	assert.Equal(t, "SELECT 1", text[readings[0].Start:readings[0].End])
	assert.Equal(t, "SELECT 2 -- end", text[readings[0].Next:])
	assert.Equal(t, "SELECT 2", text[readings[1].Start:readings[1].End])
	assert.Equal(t, len(text), readings[1].Next)
	one := read(t, ";; SELECT 1 ; -- done")
	assert.Equal(t, len(";; SELECT 1 ; -- done"), one.Next)

	_, err = Read("SELECT 'ä', 1 FROM FROM t", 250)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, Syntax, e.Kind)
	assert.Equal(t, strings.LastIndex("SELECT 'ä', 1 FROM FROM t", "FROM"), e.Offset, "offsets count bytes")

	r := read(t, "SELECT 'ä', f()")
	assert.Equal(t, strings.Index("SELECT 'ä', f()", "f"), r.Functions[0].Offset)
}

func TestLimit(t *testing.T) {
	for sql, want := range map[string]Limit{
		"SELECT 1":                                        {Insertable: true},
		"VALUES (1)":                                      {Insertable: true},
		"TABLE t":                                         {Insertable: true},
		"SELECT 1 OFFSET 2":                               {Insertable: true},
		"(SELECT 1)":                                      {Insertable: true},
		"SELECT 1 UNION SELECT 2":                         {Insertable: true},
		"SELECT (SELECT 1 LIMIT 1)":                       {Insertable: true},
		"(SELECT 1 LIMIT 3) UNION SELECT 2":               {Insertable: true},
		"SELECT 1 LIMIT 12":                               {Present: true, Literal: true, Value: 12, Offset: 15, End: 17},
		"(SELECT 1 LIMIT 12)":                             {Present: true, Literal: true, Value: 12, Offset: 16, End: 18},
		"SELECT 1 LIMIT 12 OFFSET 1":                      {Present: true, Literal: true, Value: 12, Offset: 15, End: 17},
		"SELECT 1 LIMIT ALL":                              {Present: true},
		"SELECT 1 LIMIT NULL":                             {Present: true},
		"SELECT 1 LIMIT 1 + 1":                            {Present: true},
		"SELECT 1 LIMIT $1":                               {Present: true},
		"SELECT 1 LIMIT 99999999999":                      {Present: true},
		"SELECT 1 FETCH FIRST ROW ONLY":                   {Present: true},
		"SELECT 1 FETCH FIRST 12 ROWS ONLY":               {Present: true, Literal: true, Value: 12, Offset: 21, End: 23},
		"SELECT 1 ORDER BY 1 FETCH NEXT 2 ROWS WITH TIES": {Present: true, Literal: true, Value: 2, Offset: 31, End: 32},
	} {
		assert.Equal(t, want, read(t, sql).Limit, sql)
	}
}

func TestTypesOperatorsParameters(t *testing.T) {
	r := read(t, "SELECT 1::int, 'a'::public.mood, x::numeric(3,1)[], 1 OPERATOR(public.+) $2 ORDER BY 1 USING ### ")
	assert.Equal(t, []TypeName{{"pg_catalog", "int4", 10}, {"public", "mood", 20}, {"pg_catalog", "numeric", 36}}, r.Types)
	assert.Equal(t, "public", r.Operators[0].Schema)
	assert.Equal(t, "###", r.Operators[1].Name)
	assert.Equal(t, []Parameter{{"$2", 2}}, r.Parameters)
	assert.Equal(t, []Operator{{"", "=", 9}}, read(t, "SELECT x IN (1) FROM t").Operators)
	assert.Equal(t, "current_user", read(t, "SELECT current_user").Functions[0].Name)
}

func TestErrors(t *testing.T) {
	for sql, kind := range map[string]ErrorKind{
		"": Empty, " ; -- x": Empty, "/* a */": Empty, "SELEC 1": Syntax, "SELECT 'a": Syntax, "SELECT 1 /* a": Syntax,
		"SELECT " + strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300):                       Depth,
		"SELECT " + strings.Repeat("NOT ", 300) + "true":                                            Depth,
		"SELECT " + strings.Repeat("CASE WHEN true THEN ", 300) + "1" + strings.Repeat(" END", 300): Depth,
		"SELECT 1" + strings.Repeat(" UNION SELECT 1", 3000):                                        Depth,
		"SELECT 1" + strings.Repeat("+1", 49000):                                                    Depth,
		"SELECT 1" + strings.Repeat("::int", 19000):                                                 Depth,
		"SELECT * FROM a" + strings.Repeat(" JOIN a ON true", 6000):                                 Depth,
		"SELECT " + strings.Repeat("-", 1) + strings.Repeat(" - ", 9000) + "1":                      Depth,
		"SELECT " + strings.Repeat("CASE WHEN t.end THEN ", 4500) + "1":                             Depth,
		"SELECT 1" + strings.Repeat(" OPERATOR(pg_catalog.+) 1", 4000):                              Depth,
	} {
		readings, err := Read(sql, 250)
		var e *Error
		require.ErrorAs(t, err, &e, "%.60s", sql)
		assert.Equal(t, kind, e.Kind, "%.60s", sql)
		assert.Nil(t, readings)
		assert.NotEmpty(t, e.Hint)
	}
	// What is long but flat is read.
	for _, sql := range []string{
		"SELECT 1 WHERE true" + strings.Repeat(" OR x = 1 AND y = 2", 4000),
		"SELECT 1 WHERE x IN (1" + strings.Repeat(", -1", 15000) + ")",
		"VALUES (1)" + strings.Repeat(", (-1)", 10000),
		"SELECT " + strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200),
		"SELECT 'a'" + strings.Repeat(" || 'a'", 1900),
		"SELECT 1 AS case, 2 AS end, t.case" + strings.Repeat(", t.case", 300) + " FROM t",
	} {
		_, err := Read(sql, 250)
		assert.NoError(t, err, "%.60s", sql)
	}
}
