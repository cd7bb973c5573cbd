//go:build cgo

package fuzz_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// postgresForms are the constructs of PostgreSQL's SELECT grammar, each a pattern in which I stands for an expression of
// type integer, T of text, B of boolean, E of any type, G for one with an aggregate or a window, R for a relation, Q for a
// query of one column, P for one of an integer, S and C for their select cores. The generator fills them in at random; a
// test counts that each is used. Where a name has to match (an alias, a window), the pattern brings it along: every
// relation is t. So most of what is written is not only parsed but answered, too.
var postgresForms = map[byte][]string{
	'Q': {
		"S", "S", "S", "P", "WITH c AS (Q) S", "WITH c AS MATERIALIZED (Q) SELECT * FROM c", "WITH c(x) AS NOT MATERIALIZED (Q) SELECT x FROM c",
		"S ORDER BY 1 DESC NULLS LAST", "S LIMIT 3 OFFSET 1", "S FETCH FIRST 2 ROWS ONLY", "S ORDER BY 1 USING <", "S LIMIT ALL", "S LIMIT I", "S FOR READ ONLY", "TABLE R",
		"S ORDER BY 1 FETCH FIRST 1 ROW WITH TIES",
	},
	'P': {
		"C", "C", "VALUES (I), (I)", "C UNION ALL C", "C UNION C", "(C) INTERSECT (C)", "C EXCEPT ALL C", "C INTERSECT ALL C", "WITH c AS (P) C", "C ORDER BY 1 LIMIT 1",
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i FROM r, R AS t",
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION SELECT i + 1 FROM r WHERE i < 5) SEARCH DEPTH FIRST BY i SET o SELECT i FROM r ORDER BY o",
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT 3 - i FROM r) CYCLE i SET again USING way SELECT i FROM r",
	},
	'C': {
		"SELECT 7", "SELECT I FROM R AS t", "SELECT I FROM R AS t WHERE B", "SELECT DISTINCT I FROM R AS t", "SELECT t.id FROM R AS t", "SELECT count(*)::int FROM R AS t WHERE B",
		"SELECT I FROM R AS t, generate_series(1, 2) AS g(n)",
	},
	'S': {
		"SELECT 'a'", "SELECT E AS a FROM R AS t", "SELECT E FROM R AS t WHERE B", "SELECT DISTINCT T FROM R AS t WHERE E IS NOT NULL", "SELECT DISTINCT ON (T) E FROM R AS t", "SELECT * FROM R AS t",
		"SELECT G FROM R AS t", "SELECT G FROM R AS t WHERE B GROUP BY T HAVING count(*) > 0", "SELECT count(*) FROM R AS t GROUP BY GROUPING SETS ((t.id), ())",
		"SELECT grouping(t.id) FROM R AS t GROUP BY CUBE (t.id)", "SELECT max(I) FROM R AS t GROUP BY ROLLUP (t.note)", "SELECT count(*) FROM R AS t GROUP BY DISTINCT ROLLUP (t.id), t.note",
		"SELECT sum(1) OVER w FROM R AS t WINDOW w AS (PARTITION BY T ORDER BY I)", "SELECT E FROM R AS t, LATERAL (Q) AS l", "SELECT t FROM R AS t", "SELECT t.* FROM R AS t",
		"SELECT E FROM R AS t JOIN R AS b ON B", "SELECT E FROM R AS t LEFT JOIN R AS b USING (id)", "SELECT E FROM R AS t FULL JOIN R AS b ON true", "SELECT j.id FROM R AS t JOIN R AS b USING (id) AS j",
		"SELECT id FROM R AS t NATURAL JOIN R AS b", "SELECT E FROM R AS t CROSS JOIN R AS b", "SELECT E FROM (R AS t RIGHT JOIN R AS b ON true)", "SELECT * FROM (Q) AS q",
		"SELECT g FROM generate_series(1, 3) AS g", "SELECT * FROM R AS t, ROWS FROM (generate_series(1, 2), unnest(ARRAY[I])) WITH ORDINALITY AS g",
		"SELECT t.id FROM R AS t TABLESAMPLE bernoulli (10) REPEATABLE (1)", "SELECT E FROM ONLY orders AS t", "SELECT x.* FROM R AS t, json_to_recordset('[{\"a\": 1}]') AS x(a int, b text)",
		"SELECT x.* FROM R AS t, xmltable('/a' PASSING xmlelement(name a, T) COLUMNS b text PATH 'b' DEFAULT T) AS x",
	},
	'E': {
		"1", "NULL", "1.5e3", "B'101'", "X'1F'", "I", "I", "T", "T", "B", "B", "(P)", "ARRAY[I, I]", "ARRAY(P)", "(ARRAY[I])[1:I]", "ROW(E, T)", "(t).id", "t.id::numeric", "CAST(T AS bytea)",
		"string_to_array(T, ',')", "make_interval(secs => I)", "to_jsonb(E)", "to_jsonb(T) -> 'a'", "json_object('k': T)", "json_array(T, I)", "xmlelement(name a, xmlattributes(T AS b), T)", "xmlforest(T AS a)",
		"interval '1 day'", "date '2026-05-14'", "timestamp '2026-05-14 10:00' AT TIME ZONE 'UTC'", "extract(epoch FROM interval '1 hour')", "int4range(1, 5)", "point(1, 2)", "inet '10.0.0.1'",
	},
	'I': {
		"1", "7", "t.id", "$1", "-5", "(I)", "(I + I)", "(I * I)", "(I % 7)", "- I", "CAST(I AS integer)", "length(T)", "(ARRAY[I, I])[1]", "CASE WHEN B THEN I ELSE I END", "CASE I WHEN I THEN I END",
		"COALESCE(I, I)", "NULLIF(I, I)", "GREATEST(I, I)", "LEAST(I, I)", "position(T IN T)", "I OPERATOR(pg_catalog.+) I", "(C LIMIT 1)", "abs(I)", "strpos(T, T)", "(B)::int", "~ I",
	},
	'T': {
		"'a'", "t.note", "E'it\\'s'", "$$; drop$$", "U&'\\0061'", "$$a--b$$", "(T)", "(T || T)", "I::text", "lower(T)", "pg_catalog.upper(T)", "concat(VARIADIC ARRAY[T])", "T COLLATE \"C\"",
		"substring(T FROM 1 FOR 2)", "substring(T SIMILAR 'a#\"b#\"c' ESCAPE '#')", "overlay(T PLACING T FROM 1)", "trim(BOTH T FROM T)", "json_build_object('a', T) ->> 'a'", "replace(T, 'n', T)", "COALESCE(T, T)",
		"CASE WHEN B THEN T ELSE T END", "current_user", "current_date::text", "to_char(I, '999')", "format('%s', T)", "normalize(T, NFC)", "E::text", "CAST(E AS text)",
	},
	'B': {
		"true", "false", "t.id > 1", "(B)", "NOT B", "(B AND B)", "(B OR B)", "I = I", "(I < I)", "E IS NULL", "I IS DISTINCT FROM I", "T IS NOT DISTINCT FROM T", "B IS TRUE", "B IS NOT UNKNOWN",
		"I BETWEEN I AND I", "I BETWEEN SYMMETRIC I AND I", "I IN (I, I)", "I NOT IN (P)", "I = ANY (P)", "I = ALL (ARRAY[I])", "EXISTS (Q)", "(I, T) = (I, T)", "(I, I) < (I, I)", "(I, I) IN (SELECT 1, 2)",
		"T LIKE T ESCAPE '!'", "T ILIKE T", "T SIMILAR TO 'a%'", "T ~ 'a'", "T ^@ T", "T IS JSON", "to_jsonb(T) @> '1'", "xmlelement(name a, T) IS DOCUMENT", "T IS NFC NORMALIZED", "ROW(I, T) IS NULL",
		"(date '2026-01-01', interval '1 day') OVERLAPS (date '2026-01-01', interval '2 days')",
	},
	'G': {
		"count(*)", "count(DISTINCT T)", "sum(I)", "array_agg(T ORDER BY I)", "sum(I) FILTER (WHERE B)", "percentile_cont(0.5) WITHIN GROUP (ORDER BY I)", "json_arrayagg(T)", "json_objectagg('a': 1)", "string_agg(T, ',' ORDER BY T)",
		"bool_or(B)", "min(I) + max(I)", "row_number() OVER (ORDER BY count(*) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES)",
		"sum(count(*)) OVER (ORDER BY count(*) RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)", "lag(count(*)) OVER (ORDER BY max(I) GROUPS 2 PRECEDING)",
	},
	'R': {"orders", "users", "public.orders", "\"users\"", "public . \"users\"", "v_fair"},
}

// postgresLeaves is how many of the first forms of each kind lead to nothing deeper.
var postgresLeaves = map[byte]int{'Q': 1, 'P': 1, 'C': 1, 'S': 1, 'E': 5, 'I': 5, 'T': 6, 'B': 3, 'G': 1, 'R': 6}

// postgresGenerator fills in forms. Like generator, it numbers the places, and can write something else at one.
type postgresGenerator struct {
	*rand.Rand
	used   map[string]int
	places []place
	plant  *plant
}

func generatePostgres(seed uint64) (string, []place) {
	g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: map[string]int{}}
	return g.write('Q', 5), g.places
}

func generatePlantedPostgres(seed uint64, p plant) string {
	g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: map[string]int{}, plant: &p}
	return g.write('Q', 5)
}

func (g *postgresGenerator) write(kind byte, depth int) string {
	number := len(g.places)
	expression := strings.IndexByte("EITBG", kind) >= 0
	if expression || kind == 'R' {
		g.places = append(g.places, place{relation: kind == 'R'})
	}
	forms := postgresForms[kind]
	if depth <= 0 {
		forms = forms[:postgresLeaves[kind]]
	}
	form := forms[g.IntN(len(forms))]
	g.used[string(kind)+form]++
	var out strings.Builder
	for i := 0; i < len(form); i++ {
		c := form[i]
		alone := (i == 0 || strings.IndexByte(" (,[:-~", form[i-1]) >= 0) && (i+1 == len(form) || strings.IndexByte(" ),]:[", form[i+1]) >= 0)
		if postgresForms[c] != nil && alone {
			out.WriteString(g.write(c, depth-1))
		} else {
			out.WriteByte(c)
		}
	}
	if g.plant != nil && g.plant.at == number && (expression || kind == 'R') {
		return g.plant.text
	}
	if expression && strings.ContainsAny(out.String(), " -") {
		return "(" + out.String() + ")"
	}
	return out.String()
}

func TestPostgresGeneratorUsesEveryForm(t *testing.T) {
	used := map[string]int{}
	for seed := range uint64(3000) {
		g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: used}
		g.write('Q', 5)
	}
	for kind, forms := range postgresForms {
		for _, form := range forms {
			assert.Positive(t, used[string(kind)+form], form)
		}
	}
}

// postgresForbidden is what is planted, each with the code that it earns.
var (
	postgresCalls = []string{
		"pg_sleep(9)", "PG_Sleep (9)", "pg_catalog.pg_sleep(9)", "\"pg_sleep\"(9)", "\"pg_catalog\" . \"pg_sleep\" /* ( */ (9)", "U&\"pg\\005Fsleep\"(9)",
		"(9::float8).pg_sleep", "(SELECT (0::oid).lo_create)", "lo_create(0)", "(SELECT x.y FROM LATERAL pg_ls_dir('.') AS x(y))", "public.lower('A')",
		"query_to_xml('SELECT 1', true, false, '')", "set_config('role', 'x', false)", "ARRAY(SELECT pg_notify('a', 'b')::text)", "no_such_function(1)",
	}
	postgresRelations = []string{"pg_settings", "PG_Settings", "pg_catalog.pg_settings", "\"pg_settings\"", "U&\"pg\\005Fsettings\"", "pg_catalog /**/ . \"pg_stat_activity\"", "pg_hba_file_rules"}
	postgresStacked   = []string{
		"DELETE FROM orders", "COMMIT; DROP TABLE users", "SET ROLE postgres", "WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x", "SELECT 1 INTO z", "SELECT * FROM orders FOR UPDATE",
		"COPY orders TO PROGRAM 'id'", "DO $$ BEGIN END $$", "SELECT pg_sleep(9)",
	}
)

func TestPostgresGuardFindsWhatIsPlanted(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: rowCap})
	require.NoError(t, err)
	n := uint64(1000)
	if testing.Short() {
		n = 100
	}
	for seed := range n {
		honest, places := generatePostgres(seed)
		_, err := g.Check(honest)
		require.NoError(t, err, "an honest statement is refused: %s", honest)
		r := rand.New(rand.NewPCG(seed, 1))
		for range min(4, len(places)) {
			at := r.IntN(len(places))
			text, code := postgresCalls[r.IntN(len(postgresCalls))], guard.FunctionNotAllowed
			if places[at].relation {
				text, code = postgresRelations[r.IntN(len(postgresRelations))], guard.RelationNotAllowed
			}
			planted := generatePlantedPostgres(seed, plant{at, text})
			_, err := g.Check(planted)
			require.Equal(t, string(code), codeOf(err), "%v\n%s is planted in\n%s", err, text, planted)
		}
		behind := honest + ";" + postgresStacked[r.IntN(len(postgresStacked))]
		_, err = g.Check(behind)
		require.Equal(t, string(guard.StackedStatement), codeOf(err), "%s", behind)
	}
	t.Log(fmt.Sprint(n, " statements admitted, each refused with something planted in up to four places"))
}
