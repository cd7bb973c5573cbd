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

// postgresForms are the constructs of PostgreSQL's SELECT grammar, each a pattern in which E stands for an expression,
// R for a relation, Q for a query of one column and S for a select core. The generator fills them in at random; a test
// counts that each is used. Where a name has to match (an alias, a window), the pattern brings it along.
var postgresForms = map[byte][]string{
	'Q': {
		"S", "S", "S", "S UNION ALL S", "S UNION S", "(S) INTERSECT (S)", "S EXCEPT ALL S", "VALUES (E), (E)", "WITH c AS (Q) S",
		"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i FROM r, R AS z", "WITH c AS MATERIALIZED (Q) SELECT E FROM c",
		"WITH c AS NOT MATERIALIZED (Q) SELECT E FROM c", "S ORDER BY 1 DESC NULLS LAST", "S LIMIT 3 OFFSET 1", "S FETCH FIRST 2 ROWS ONLY",
		"S ORDER BY 1 USING <", "S LIMIT ALL", "S FOR READ ONLY", "TABLE R",
	},
	'S': {
		"SELECT E", "SELECT E AS a FROM R AS t", "SELECT DISTINCT E FROM R AS t WHERE E IS NOT NULL", "SELECT DISTINCT ON (E) E FROM R AS t",
		"SELECT E FROM R AS t GROUP BY E HAVING count(*) > 0", "SELECT E FROM R AS t GROUP BY GROUPING SETS ((E), ())", "SELECT E FROM R AS t GROUP BY CUBE (E)",
		"SELECT E FROM R AS t GROUP BY ROLLUP (E)", "SELECT sum(1) OVER w FROM R AS t WINDOW w AS (PARTITION BY E ORDER BY E)", "SELECT E FROM R AS t, LATERAL (Q) AS l",
		"SELECT E FROM R AS a JOIN R AS b ON E IS NULL", "SELECT E FROM R AS a LEFT JOIN R AS b USING (id)", "SELECT E FROM R AS a FULL JOIN R AS b ON true",
		"SELECT E FROM R AS a NATURAL JOIN R AS b", "SELECT E FROM R AS a CROSS JOIN R AS b", "SELECT E FROM (R AS a RIGHT JOIN R AS b ON true)", "SELECT E FROM (Q) AS q",
		"SELECT E FROM generate_series(1, E) AS g", "SELECT E FROM ROWS FROM (generate_series(1, 2), unnest(ARRAY[E])) WITH ORDINALITY AS g",
		"SELECT E FROM R AS t TABLESAMPLE bernoulli (10) REPEATABLE (1)", "SELECT E FROM ONLY orders", "SELECT E FROM json_to_recordset(E) AS x(a int, b text)",
		"SELECT E FROM xmltable('/a' PASSING E COLUMNS b text PATH 'b' DEFAULT E) AS x",
	},
	'E': {
		"1", "'a'", "NULL", "note", "t.id", "$1", "1.5e3", "B'101'", "X'1F'", "E'it\\'s'", "$$; drop$$", "U&'\\0061'", "true", "(E)", "(E + E)", "(E || E)", "- E",
		"NOT E", "(E AND E)", "(E OR E)", "E::text", "CAST(E AS integer)", "E IS NULL", "E IS DISTINCT FROM E", "E IS TRUE", "E BETWEEN E AND E", "E BETWEEN SYMMETRIC E AND E",
		"E IN (E, E)", "E IN (Q)", "E = ANY (Q)", "E = ALL (ARRAY[E])", "EXISTS (Q)", "(Q)", "ARRAY[E, E]", "ARRAY(Q)", "(ARRAY[E])[E]", "(ARRAY[E])[E:E]", "ROW(E, E)",
		"(E, E) = (E, E)", "CASE WHEN E THEN E ELSE E END", "CASE E WHEN E THEN E END", "COALESCE(E, E)", "NULLIF(E, E)", "GREATEST(E, E)", "LEAST(E, E)", "lower(E)",
		"pg_catalog.upper(E)", "count(*)", "count(DISTINCT E)", "array_agg(E ORDER BY E)", "sum(E) FILTER (WHERE E)", "percentile_cont(0.5) WITHIN GROUP (ORDER BY E)",
		"row_number() OVER (ORDER BY E ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES)", "make_interval(secs => E)", "concat(VARIADIC ARRAY[E])", "E COLLATE \"C\"",
		"E AT TIME ZONE E", "extract(epoch FROM E)", "substring(E FROM 1 FOR 2)", "position(E IN E)", "overlay(E PLACING E FROM 1)", "trim(BOTH E FROM E)", "E LIKE E ESCAPE E",
		"E ILIKE E", "E SIMILAR TO E", "E ~ E", "E OPERATOR(pg_catalog.+) E", "E -> E", "E ->> E", "E @> E", "current_date", "current_user", "json_object('k': E)", "json_array(E, E)",
		"json_arrayagg(E)", "E IS JSON", "xmlelement(name a, xmlattributes(E AS b), E)", "xmlforest(E AS a)", "interval '1 day'", "E IS DOCUMENT", "date '2026-05-14'", "grouping(E)",
	},
	'R': {"orders", "users", "public.orders", "\"users\"", "public . \"users\""},
}

// postgresGenerator fills in forms. Like generator, it numbers the places, and can write something else at one.
type postgresGenerator struct {
	*rand.Rand
	used   map[string]int
	places []place
	plant  *plant
}

func generatePostgres(seed uint64) (string, []place) {
	g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: map[string]int{}}
	return g.write('Q', 4), g.places
}

func generatePlantedPostgres(seed uint64, p plant) string {
	g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: map[string]int{}, plant: &p}
	return g.write('Q', 4)
}

func (g *postgresGenerator) write(kind byte, depth int) string {
	number := len(g.places)
	if kind == 'E' || kind == 'R' {
		g.places = append(g.places, place{relation: kind == 'R'})
	}
	forms := postgresForms[kind]
	if depth <= 0 { // the first of each kind lead to nothing deeper
		forms = forms[:map[byte]int{'Q': 1, 'S': 1, 'E': 13, 'R': len(forms)}[kind]]
	}
	form := forms[g.IntN(len(forms))]
	g.used[string(kind)+form]++
	var out strings.Builder
	for i := 0; i < len(form); i++ {
		c := form[i]
		alone := (i == 0 || strings.IndexByte(" (,[:-", form[i-1]) >= 0) && (i+1 == len(form) || strings.IndexByte(" ),]:[", form[i+1]) >= 0)
		if strings.IndexByte("QSER", c) >= 0 && alone {
			out.WriteString(g.write(c, depth-1))
		} else {
			out.WriteByte(c)
		}
	}
	if g.plant != nil && g.plant.at == number && (kind == 'E' || kind == 'R') {
		return g.plant.text
	}
	if kind == 'E' && strings.ContainsAny(out.String(), " -") {
		return "(" + out.String() + ")"
	}
	return out.String()
}

func TestPostgresGeneratorUsesEveryForm(t *testing.T) {
	used := map[string]int{}
	for seed := range uint64(3000) {
		g := &postgresGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), used: used}
		g.write('Q', 4)
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
