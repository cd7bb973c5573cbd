package fuzz_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/guard"
	"vitrine/query"
)

// constructs are those of SQLite's SELECT grammar that the generator writes.
var constructs = strings.Split("WITH|WITH RECURSIVE|recursive clause|columns of a clause|MATERIALIZED|NOT MATERIALIZED|UNION|UNION ALL|INTERSECT|EXCEPT|"+
	"VALUES|VALUES of many rows|DISTINCT|ALL|*|table.*|alias without AS|alias with AS|string as alias|keyword as alias|FROM|clause in FROM|"+
	"subquery in FROM|table function|pragma function|schema before a table|join in parentheses|INDEXED BY|NOT INDEXED|,|CROSS JOIN|JOIN|INNER JOIN|"+
	"LEFT JOIN|LEFT OUTER JOIN|RIGHT JOIN|FULL JOIN|FULL OUTER JOIN|NATURAL JOIN|NATURAL LEFT JOIN|NATURAL LEFT OUTER JOIN|ON|USING|USING of several|WHERE|GROUP BY|HAVING|WINDOW|PARTITION BY|"+
	"window function|aggregate as window function|FILTER with OVER|OVER name|window on a window|ORDER BY on a window|PARTITION BY in OVER|ROWS|RANGE|GROUPS|frame BETWEEN|"+
	"frame UNBOUNDED PRECEDING|frame 1 PRECEDING|frame CURRENT ROW|frame 2 FOLLOWING|frame UNBOUNDED FOLLOWING|EXCLUDE NO OTHERS|EXCLUDE CURRENT ROW|"+
	"EXCLUDE GROUP|EXCLUDE TIES|ORDER BY|ASC|DESC|NULLS FIRST|NULLS LAST|COLLATE in ORDER BY|LIMIT|LIMIT OFFSET|LIMIT with comma|LIMIT of an expression|"+
	"column|schema.table.column|string|blob|integer|large integer|hexadecimal|real|NULL|boolean|parameter ?|parameter :|parameter @|parameter $|unary operator|BETWEEN|"+
	"NOT BETWEEN|ISNULL|NOTNULL|NOT NULL|IS NULL|IS NOT NULL|IN|NOT IN|IN of nothing|IN of a SELECT|IN of a table|IN of a table function|IN of VALUES|IN of a list|LIKE ESCAPE|CASE|"+
	"CASE with operand|ELSE|CAST|COLLATE|EXISTS|NOT EXISTS|scalar subquery|->|->>|row values|function|function without arguments|count(*)|aggregate|"+
	"DISTINCT in an aggregate|ORDER BY in an aggregate|FILTER|block comment|line comment|name in double quotes|name in brackets|name in backquotes|"+
	"name in capitals", "|")

func TestGeneratorWritesEveryConstruct(t *testing.T) {
	written := map[string]int{}
	for seed := range uint64(3000) {
		g := newGenerator(seed)
		g.query(3, nil)
		for construct, n := range g.marks {
			written[construct] += n
		}
	}
	expected := map[string]bool{}
	for _, c := range append(append([]string(nil), constructs...), operators...) {
		expected[c] = true
		assert.Positive(t, written[c], "%s is never written", c)
	}
	for c := range written {
		assert.True(t, expected[c], "%s is written and not on the list", c)
	}
}

// TestGeneratedStatementsPrepare keeps the generator honest: what SQLite itself does not accept tests nothing.
func TestGeneratedStatementsPrepare(t *testing.T) {
	a := newArena(t)
	const n = 400
	prepared, errs := 0, map[string]int{}
	for seed := range uint64(n) {
		text, _ := generate(seed)
		stmt, err := a.plain.Prepare(text)
		if err == nil {
			prepared++
			stmt.Close()
			continue
		}
		assert.NotContains(t, err.Error(), "syntax error", text)
		errs[err.Error()]++
	}
	t.Logf("%d of %d generated statements prepare; others: %v", prepared, n, errs)
	assert.Greater(t, prepared, n*8/10)
}

// forbidden is what the mutator plants: a call in the place of an expression, a relation in the place of one.
var forbidden = []struct {
	relation bool
	code     guard.Code
	name     string
	call     string // what stands behind the name
}{
	{false, guard.FunctionNotAllowed, "load_extension", "('evil')"},
	{false, guard.FunctionNotAllowed, "sqlite_offset", "(1)"},
	{false, guard.FunctionNotAllowed, "total_changes", "()"},
	{false, guard.FunctionNotAllowed, "fts3_tokenizer", "('a', x'00')"},
	{false, guard.FunctionNotAllowed, "no_such_function", "(DISTINCT 1)"},
	{true, guard.RelationNotAllowed, "sqlite_dbpage", ""},
	{true, guard.RelationNotAllowed, "dbstat", ""},
	{true, guard.RelationNotAllowed, "sqlite_stmt", ""},
	{true, guard.PragmaNotAllowed, "pragma_database_list", ""},
	{true, guard.PragmaNotAllowed, "pragma_wal_checkpoint", ""},
}

// spell hides a name: by case, quotes, comments, a schema.
func spell(r *rand.Rand, name string, relation bool) string {
	cased := []byte(name)
	for i, c := range cased {
		if r.IntN(2) == 0 && 'a' <= c && c <= 'z' {
			cased[i] = c - 'a' + 'A'
		}
	}
	s := string(cased)
	quotes := []string{"%s", "%s", `"%s"`, "`%s`", "[%s]"}
	if relation {
		quotes = append(quotes, "'%s'")
	}
	s = fmt.Sprintf(quotes[r.IntN(len(quotes))], s)
	if relation && r.IntN(3) == 0 {
		s = []string{"main.", `"main" . `, "MAIN/**/./*x*/", "[main]."}[r.IntN(4)] + s
	}
	return s
}

// around hide a call or a relation by nesting.
var (
	aroundCalls     = []string{"%s", "(%s)", "(SELECT %s)", "coalesce(NULL, - %s)", "CASE WHEN 0 THEN %s END", "(1, %s) < (2, 3)", "EXISTS (SELECT 1 WHERE 1 IN (2, %s))"}
	aroundRelations = []string{"%s", "(SELECT * FROM %s)", "(SELECT 1 FROM orders NATURAL JOIN %s)", "(WITH x AS (SELECT 1 FROM %s) SELECT 1)", "(SELECT 1 UNION SELECT 1 IN %s)"}
)

// hidden is the text of something forbidden for a place, hidden in one of many ways, and the code that it earns.
func hidden(r *rand.Rand, relation bool) (string, guard.Code) {
	for {
		f := forbidden[r.IntN(len(forbidden))]
		if f.relation != relation {
			continue
		}
		around := aroundCalls
		if relation {
			around = aroundRelations
		}
		gap := []string{"", " ", "/* ( */", " -- (\n"}[r.IntN(4)]
		if f.call == "" {
			gap = ""
		}
		return fmt.Sprintf(around[r.IntN(len(around))], spell(r, f.name, relation)+gap+f.call), f.code
	}
}

var stacked = []string{
	"DELETE FROM orders", "drop/**/table users", "PRAGMA query_only=0", "ATTACH 'evil.db' AS e", "VACUUM INTO 'copy.db'", "COMMIT",
	"WITH x AS (SELECT 1) INSERT INTO orders(id) SELECT * FROM x", "CREATE TEMP TABLE t(a)", "SELECT load_extension('x')", "SELECT * FROM sqlite_dbpage",
	"EXPLAIN DELETE FROM orders", "REPLACE INTO orders(id) VALUES (1)", "BEGIN; DELETE FROM users; COMMIT",
}

func TestGuardFindsWhatIsPlanted(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 20})
	require.NoError(t, err)
	n := uint64(2000)
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		plantAndCheck(t, g, seed)
	}
}

// plantAndCheck takes one generated statement, which must be admitted, and plants something into each kind of place,
// which must be refused with its own code.
func plantAndCheck(t *testing.T, g *guard.Guard, seed uint64) {
	t.Helper()
	honest, places := generate(seed)
	_, err := g.Check(honest)
	require.NoError(t, err, "an honest statement is refused: %s", honest)
	r := rand.New(rand.NewPCG(seed, 1))
	for range min(4, len(places)) { // SELECT * of one table has none
		at := r.IntN(len(places))
		text, code := hidden(r, places[at].relation)
		planted := generatePlanted(seed, plant{at, text})
		_, err := g.Check(planted)
		require.Error(t, err, "%s is admitted in %s", text, planted)
		require.Equal(t, string(code), codeOf(err), "%v\n%s is planted in\n%s", err, text, planted)
	}
	behind := honest + []string{";", " ;\n", "/* ; */;;", "; -- ;\n"}[r.IntN(4)] + stacked[r.IntN(len(stacked))]
	_, err = g.Check(behind)
	require.Equal(t, string(guard.StackedStatement), codeOf(err), "%s", behind)
}

// FuzzCheckSQLite: whatever the text, Check returns, always the same, a statement or a *guard.Refusal with a place
// inside the text, within a time that grows with its length. And what it admits it admits again with the LIMIT that it
// has put in.
func FuzzCheckSQLite(f *testing.F) {
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(f, err)
	for _, s := range seeds {
		if len(s.SQL) < 4000 {
			f.Add(s.SQL)
		}
	}
	for seed := range uint64(50) {
		text, _ := generate(seed)
		f.Add(text)
	}
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 20, DenyColumns: []string{"users.token"}, DenyRelations: []string{"secrets"}, Explain: true})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		inTime(t, g, text)
	})
}

// inTime holds a guard to its contract within a time that grows with the text. Some microseconds a byte are a hundred times
// what it takes; a machine that does other things may pause for longer, but hardly three times over.
func inTime(t *testing.T, g *guard.Guard, text string) {
	t.Helper()
	most := 2*time.Second + time.Duration(len(text))*200*time.Microsecond
	took := most
	for try := 0; try < 3 && took >= most; try++ {
		start := time.Now()
		holdToItsContract(t, g, text)
		took = time.Since(start)
	}
	require.Less(t, took, most, "%d bytes", len(text))
}

// holdToItsContract asks a guard about a text and tests what Check promises of every text.
func holdToItsContract(t *testing.T, g *guard.Guard, text string) {
	t.Helper()
	stmt, err := g.Check(text)
	again, errAgain := g.Check(text)
	require.Equal(t, err, errAgain)
	require.Equal(t, stmt.Text(), again.Text())
	if err != nil {
		refusal, ok := err.(*guard.Refusal)
		require.True(t, ok, "%T", err)
		require.False(t, stmt.Checked())
		require.Contains(t, guard.Codes(), refusal.Code)
		require.NotEmpty(t, refusal.Message)
		require.NotEmpty(t, refusal.Hint)
		require.True(t, refusal.Offset >= 0 && refusal.Offset <= len(text) && refusal.Line >= 1 && refusal.Column >= 1, "%+v", refusal)
		return
	}
	require.True(t, stmt.Checked())
	once, err := g.Check(stmt.Text())
	require.NoError(t, err, "what was admitted is refused with its LIMIT: %s", stmt.Text())
	require.Equal(t, stmt.Text(), once.Text())
	require.Equal(t, stmt.Relations(), once.Relations())
	require.Equal(t, stmt.Functions(), once.Functions())
}

// FuzzRunSQLite: whatever is admitted changes no byte of the database and no file of its folder, has SQLite ask for
// nothing but reading what the guard saw, answers with the first rows of what SQLite answers without a guard, and keeps
// its budgets. A seed other than 0 stands for a generated
// statement in place of the text.
func FuzzRunSQLite(f *testing.F) {
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(f, err)
	for _, s := range seeds {
		if len(s.SQL) < 4000 && s.Verdict != fuzz.Abort {
			f.Add(s.SQL, uint64(0))
		}
	}
	for seed := range uint64(200) {
		f.Add("", seed+1)
	}
	a := newArena(f)
	d := newTraced(f, a)
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: rowCap})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if seed != 0 {
			text, _ = generate(seed)
		}
		runAndCompare(t, a, d, g, text)
	})
}

const rowCap = 20

// runAndCompare holds one text to the oracle, and returns what became of it.
func runAndCompare(t *testing.T, a *arena, d *traced, g *guard.Guard, text string) string {
	stmt, err := g.Check(text)
	if err != nil {
		return "refused by the guard"
	}
	const deadline = 300 * time.Millisecond
	got, err := a.ask(stmt, query.Budget{Time: deadline})
	require.Less(t, got.took, deadline+20*time.Second, "%s", text)
	require.LessOrEqual(t, len(got.rows), rowCap, "%s", text)
	require.Less(t, resident(t)>>20, uint64(600), "MiB resident: %s", text)
	code := codeOf(err)
	if code == "" {
		d.holds(t, stmt, rowCap+1)
		keepsSmallBudgets(t, a, stmt)
	} else {
		d.holds(t, stmt, 0)
	}
	a.unchanged(t)
	require.NotContains(t, []string{string(guard.ReadersDisagree), string(guard.Unchecked), string(query.CodeInternal)}, code, "%v: %s", err, text)
	switch code {
	case "":
	case string(query.CodeTimeout), string(query.CodeOutOfMemory), string(query.CodeTooLongValue):
		return "stopped by a budget"
	case string(guard.RelationNotAllowed), string(guard.FunctionNotAllowed), string(guard.PragmaNotAllowed):
		return "refused by the engine's fence" // what only the schema tells
	default:
		_, plainErr := a.original(stmt.Text(), stmt.Parameters(), rowCap)
		require.Error(t, plainErr, "only the product fails: %v: %s", err, text)
		return "an error of SQLite's own"
	}
	if len(stmt.Notices()) > 0 {
		return "not comparable: something behind the statement was stripped"
	}
	first, err := a.original(text, stmt.Parameters(), rowCap+1)
	if err != nil {
		return "not comparable: too slow or too large without budgets"
	}
	second, err := a.original(text, stmt.Parameters(), rowCap+1)
	if err != nil || fmt.Sprint(first.rows) != fmt.Sprint(second.rows) {
		return "not comparable: another answer every time"
	}
	require.Len(t, got.columns, len(first.columns), "%s", text)
	for i, name := range first.columns {
		// SQLite calls a column by its expression, with the comments behind it, which are cut off at the end of the text.
		rest, same := strings.CutPrefix(name, got.columns[i])
		rest = strings.TrimLeft(rest, " \t\n\f\r")
		require.True(t, same && (rest == "" || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*")), "%q is called %q: %s", name, got.columns[i], text)
	}
	want := first.rows[:min(len(first.rows), rowCap)]
	// The clock may have moved on by a second since it was asked. What stands between two equal answers must be equal.
	moved := func() bool {
		again, failed := a.original(text, stmt.Parameters(), rowCap+1)
		return failed != nil || fmt.Sprint(first.rows) != fmt.Sprint(again.rows)
	}
	if !slices.Equal(want, got.rows) || (len(first.rows) > rowCap) != got.rowCut {
		if got, err = a.ask(stmt, query.Budget{}); moved() {
			return "not comparable: another answer every time"
		}
		require.NoError(t, err, "%s", text)
	}
	require.Equal(t, len(first.rows) > rowCap, got.rowCut, "%s", text)
	require.Equal(t, want, got.rows, "%s", text)
	// By now the connection has run just this statement twice, and has it compiled.
	if later, err := a.ask(stmt, query.Budget{Time: deadline}); err == nil {
		if !slices.Equal(got.rows, later.rows) && moved() {
			return "not comparable: another answer every time"
		}
		require.Equal(t, got.rows, later.rows, "as it was kept compiled: %s", text)
		require.Equal(t, got.notices, later.notices, "as it was kept compiled: %s", text)
	} else {
		require.Equal(t, string(query.CodeTimeout), codeOf(err), "as it was kept compiled: %v: %s", err, text)
	}
	return "compared"
}

// keepsSmallBudgets runs a statement that was answered under budgets that hardly anything keeps by itself.
func keepsSmallBudgets(t *testing.T, a *arena, stmt guard.Statement) {
	t.Helper()
	small := query.Budget{Time: time.Second, Rows: 3, Bytes: 200, CellBytes: 16}
	rows, err := a.runner.Query(context.Background(), stmt, noArgs(stmt), small)
	if err != nil {
		return // another second, another answer: what is an error is told as one
	}
	defer rows.Close()
	var bytes int64
	for rows.Next() {
		for _, v := range rows.Values() {
			require.LessOrEqual(t, int64(len(v.Bytes)), small.CellBytes, "%s", stmt.Text())
			bytes += int64(len(v.Bytes))
		}
	}
	require.LessOrEqual(t, rows.Count(), small.Rows, "%s", stmt.Text())
	require.LessOrEqual(t, bytes, small.Bytes, "%s", stmt.Text())
}

func TestGeneratedStatementsRun(t *testing.T) {
	a := newArena(t)
	d := newTraced(t, a)
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: rowCap})
	require.NoError(t, err)
	n := uint64(600)
	if testing.Short() {
		n = 100
	}
	ends := map[string]int{}
	for seed := range n {
		text, _ := generate(seed)
		ends[runAndCompare(t, a, d, g, text)]++
	}
	t.Logf("%v", ends)
	assert.Greater(t, ends["compared"], int(n)*8/10)
}
