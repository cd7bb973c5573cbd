package fuzz_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz/oracle"
	"vitrine/guard"
	guardsqlite "vitrine/guard/sqlite"
)

// traced is the arena's database on a connection that may write and has nothing to guard it, but tells what SQLite asks
// its authorizer.
type traced struct {
	engine *oracle.Engine
	led    map[string]led // by relation
}

// led are the relations and functions that the schema itself leads to from one relation.
type led struct{ relations, functions map[string]bool }

func newTraced(t testing.TB, a *arena) *traced {
	t.Helper()
	engine, err := oracle.OpenFile(a.path())
	require.NoError(t, err)
	t.Cleanup(engine.Close)
	// A virtual table prepares statements of its own when it is first used, some of which could write, and the columns of
	// a view are looked for when it is first named.
	require.NoError(t, engine.Exec("SELECT count(*) FROM docs, places, docs_words, user_names, user_tokens, nested_tokens, everything"))
	engine.Authorize()
	return &traced{engine, map[string]led{}}
}

// fold is how SQLite compares names.
func fold(name string) string { return guardsqlite.Fold(name) }

// from asks SQLite where the schema leads to from a relation, by preparing a statement that reads all of it.
func (d *traced) from(name string) led {
	name = fold(name)
	if known, ok := d.led[name]; ok {
		return known
	}
	found := led{map[string]bool{name: true}, map[string]bool{}}
	relations, functions := oracle.Touched(d.engine.Run(`SELECT * FROM "`+strings.ReplaceAll(name, `"`, `""`)+`"`, 0, time.Second).Events)
	for _, r := range relations {
		found.relations[fold(r)] = true
	}
	for _, f := range functions {
		found.functions[fold(f)] = true
	}
	d.led[name] = found
	return found
}

// engineOperators are what SQLite calls for what stands as an operator, a keyword or a join in the text.
var engineOperators = []string{"like", "glob", "regexp", "match", "->", "->>", "current_date", "current_time", "current_timestamp", "coalesce"}

// uncovered says what of the events the statement did not name, and the schema does not lead to from what it names.
func (d *traced) uncovered(stmt guard.Statement, events []oracle.Event) string {
	all := led{map[string]bool{}, map[string]bool{}}
	for _, r := range stmt.Relations() {
		from := d.from(r.Name)
		maps.Copy(all.relations, from.relations)
		maps.Copy(all.functions, from.functions)
	}
	all.relations["sqlite_master"] = all.relations["sqlite_master"] || all.relations["sqlite_schema"]
	all.relations["sqlite_temp_master"] = all.relations["sqlite_temp_master"] || all.relations["sqlite_temp_schema"] || all.relations["sqlite_master"]
	relations, functions := oracle.Touched(events)
	for _, name := range relations {
		shadow := func(of string) bool { return all.relations[of] && strings.HasPrefix(fold(name), of+"_") }
		if !all.relations[fold(name)] && !stmt.Defines(name) && name != "" && !strings.HasPrefix(name, "(subquery-") &&
			!shadow("docs") && !shadow("places") && !(all.relations["docs_words"] && strings.HasPrefix(fold(name), "docs")) {
			return "SQLite reads " + name + ", which the guard did not see"
		}
	}
	for _, name := range functions {
		if !slices.Contains(stmt.Functions(), fold(name)) && !all.functions[fold(name)] && !slices.Contains(engineOperators, fold(name)) {
			return "SQLite calls " + name + ", which the guard did not see"
		}
	}
	return ""
}

// holds runs what a guard admitted without any guard, on a connection that may write, and tests that SQLite asked for
// nothing but reading, while it compiled and while it ran it, changed no row, and touched what the guard saw. A
// statement that a budget stopped is compiled alone.
func (d *traced) holds(t *testing.T, stmt guard.Statement, rows int) {
	t.Helper()
	trace := d.engine.Run(stmt.Text(), rows, time.Second)
	require.Empty(t, oracle.Writing(trace.Events, func(pragma, argument string) bool {
		return pragma == "data_version" || slices.ContainsFunc(stmt.Relations(), func(r guard.Relation) bool { return fold(r.Name) == "pragma_"+fold(pragma) })
	}), "%s", stmt.Text())
	require.Zero(t, trace.Changed, "%s", stmt.Text())
	require.Empty(t, d.uncovered(stmt, trace.Events), "%s", stmt.Text())
	if trace.Message == "" {
		require.True(t, trace.ReadOnly, "SQLite does not call it read-only: %s", stmt.Text())
	}
}

// TestTheTraceSeesWrites shows that what the oracle looks at is there: it sees statements write that no guard would admit,
// while they are compiled and while they run, and reads that a statement does not name.
func TestTheTraceSeesWrites(t *testing.T) {
	a := newArena(t)
	d := newTraced(t, a)
	never := func(string, string) bool { return false }
	for text, want := range map[string]string{
		"DELETE FROM orders WHERE id = 99":                                "action",
		"INSERT INTO docs(docs) VALUES ('optimize')":                      "action",
		"CREATE TEMP TABLE x(a)":                                          "action",
		"SELECT * FROM pragma_table_info('users')":                        "pragma",
		"WITH x AS (SELECT 1) DELETE FROM orders WHERE id = 99":           "action",
		"SELECT name FROM users UNION SELECT lower(token) FROM secrets":   "",
		"SELECT * FROM orders o JOIN users u ON u.id = o.user_id WHERE 0": "",
	} {
		trace := d.engine.Run(text, 10, time.Second)
		assert.Contains(t, oracle.Writing(trace.Events, never), want, text)
		if want == "" {
			assert.Empty(t, oracle.Writing(trace.Events, never), text)
			assert.True(t, trace.ReadOnly, text)
		}
	}
	assert.EqualValues(t, 1, d.engine.Run("UPDATE orders SET note = note WHERE id = 1", 10, time.Minute).Changed)

	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check("SELECT id FROM orders")
	require.NoError(t, err)
	more := d.engine.Run("SELECT lower(token) FROM orders JOIN secrets", 10, time.Second)
	assert.Contains(t, d.uncovered(stmt, more.Events), "secrets")
	calls := d.engine.Run("SELECT lower(note) FROM orders", 10, time.Second)
	assert.Contains(t, d.uncovered(stmt, calls.Events), "lower")
	view, err := g.Check("SELECT * FROM nested_tokens")
	require.NoError(t, err)
	d.holds(t, view, 10)
}
