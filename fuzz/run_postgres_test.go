//go:build cgo

package fuzz_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/fuzz/corpora"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/query/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// serverArena is a database of a PostgreSQL server that statements are run on, as the product opens it and as nothing
// guards it. Its schema holds what would do harm if it were called.
type serverArena struct {
	server *pgtest.Server
	name   string // of the database and of the role that reads it
	source *postgres.Source
	runner *query.Runner
	plain  *pgconn.PgConn // reads without a guard, as the same role
	super  *pgconn.PgConn // looks at what no reader may change
	views  map[string]bool
	before []string
}

func newServerArena(t testing.TB) *serverArena {
	t.Helper()
	server := pgtest.Shared(t)
	schema, err := os.ReadFile("../fixtures/schema/postgres/hostile.sql")
	require.NoError(t, err)
	a := &serverArena{server: server, name: server.NewDatabase(t, string(schema)), views: map[string]bool{}}
	ctx := context.Background()
	// A transaction id that is handed out must be a reader's, not one of the server's own housekeeping.
	server.Exec(t, "postgres", "ALTER SYSTEM SET autovacuum = off")
	server.Exec(t, "postgres", "ALTER SYSTEM SET track_functions = 'all'")
	server.Exec(t, "postgres", "SELECT pg_reload_conf()")
	for _, row := range server.Ask(t, a.name, "SELECT relname FROM pg_class WHERE relkind IN ('v', 'm')") {
		a.views[row] = true
	}
	a.source, err = postgres.Open(ctx, postgres.Options{Name: "arena", URL: server.URL(a.name, a.name)})
	require.NoError(t, err)
	t.Cleanup(func() { a.source.Close() })
	a.runner = query.NewRunner(a.source, query.RunnerOptions{Default: query.Budget{Time: time.Minute}})
	connect := func(role string) *pgconn.PgConn {
		c, err := pgconn.Connect(ctx, server.URL(role, a.name))
		require.NoError(t, err)
		t.Cleanup(func() { c.Close(ctx) })
		return c
	}
	a.plain, a.super = connect(a.name), connect("postgres")
	_, err = a.plain.Exec(ctx, `SET search_path = pg_catalog, "$user", public; SET statement_timeout = 1000; SET DateStyle = ISO; SET xmlbinary = base64; SET jit = off`).ReadAll()
	require.NoError(t, err)
	a.before = a.state(t)
	return a
}

// state is what changes when anything at all is written: the next transaction id, those handed out and not yet given
// back, sequences (which count without one), advisory locks, and settings of sessions to come.
func (a *serverArena) state(t testing.TB) []string {
	t.Helper()
	result := a.super.ExecParams(context.Background(), `SELECT pg_snapshot_xmax(pg_current_snapshot()), (SELECT (last_value, is_called) FROM tickets),
		(SELECT count(*) FROM pg_locks WHERE locktype IN ('advisory', 'transactionid')), (SELECT count(*) FROM pg_db_role_setting), (SELECT count(*) FROM pg_replication_slots)`, nil, nil, nil, nil).Read()
	require.NoError(t, result.Err)
	var cells []string
	for _, cell := range result.Rows[0] {
		cells = append(cells, string(cell))
	}
	return cells
}

// uncalled fails the test if a function of the schema was ever called.
func (a *serverArena) uncalled(t testing.TB) {
	t.Helper()
	a.source.Close()
	a.plain.Close(context.Background()) // sessions tell what they called when they end
	for range 1000 {
		if len(a.server.Ask(t, a.name, "SELECT pid FROM pg_stat_activity WHERE usename = '"+a.name+"'")) == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	require.Empty(t, a.server.Ask(t, a.name, "SELECT funcname, calls FROM pg_stat_user_functions WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"), "functions of the schema were called")
}

func (a *serverArena) ask(stmt guard.Statement, b query.Budget) (answer, error) {
	return answerOf(a.runner, stmt, b, serverCell)
}

func serverCell(v query.Value) string {
	switch v.Kind {
	case query.Null:
		return "NULL"
	case query.Boolean:
		return map[int64]string{0: "f", 1: "t"}[v.Int]
	case query.Integer:
		return strconv.FormatInt(v.Int, 10)
	case query.Real:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case query.Blob:
		return fmt.Sprintf(`\x%x`, v.Bytes)
	}
	return string(v.Bytes)
}

// original runs a text as plain pgx does, in a READ ONLY transaction, every parameter NULL, and returns its columns and
// at most the first n rows.
func (a *serverArena) original(text string, parameters int, n int) (got answer, err error) {
	ctx := context.Background()
	if _, err := a.plain.Exec(ctx, "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").ReadAll(); err != nil {
		return answer{}, err
	}
	defer func() { a.plain.Exec(ctx, "ROLLBACK").ReadAll() }()
	reader := a.plain.ExecParams(ctx, text, make([][]byte, parameters), nil, nil, nil)
	for reader.NextRow() {
		var cells []string
		for i, text := range reader.Values() {
			if len(got.rows) >= n {
				break
			}
			cells = append(cells, plainCell(reader.FieldDescriptions()[i].DataTypeOID, text))
		}
		if len(got.rows) < n {
			got.rows = append(got.rows, strings.Join(cells, "|"))
		}
	}
	for _, f := range reader.FieldDescriptions() {
		got.columns = append(got.columns, f.Name)
	}
	_, err = reader.Close()
	return got, err
}

func plainCell(oid uint32, text []byte) string {
	if text == nil {
		return "NULL"
	}
	if oid == pgtype.Float4OID || oid == pgtype.Float8OID {
		if f, err := strconv.ParseFloat(string(text), 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return string(text)
}

// planned returns the relations and the functions of FROM that the server's own plan of a text names.
func (a *serverArena) planned(text string, parameters int) (relations [][2]string, functions []string) {
	got, err := a.original("EXPLAIN (VERBOSE, FORMAT JSON) "+text, parameters, 1)
	if err != nil || len(got.rows) == 0 {
		return nil, nil
	}
	var plan any
	if json.Unmarshal([]byte(got.rows[0]), &plan) != nil {
		return nil, nil
	}
	var walk func(node any)
	walk = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, child := range node {
				walk(child)
			}
		case map[string]any:
			schema, _ := node["Schema"].(string)
			if name, ok := node["Relation Name"].(string); ok {
				relations = append(relations, [2]string{schema, name})
			}
			if name, ok := node["Function Name"].(string); ok {
				functions = append(functions, name)
			}
			for _, key := range slices.Sorted(maps.Keys(node)) {
				walk(node[key])
			}
		}
	}
	walk(plan)
	return relations, functions
}

// FuzzRunPostgres: whatever is admitted is given no transaction id, moves no sequence, takes no lock that outlives it and
// calls no function of the schema; it answers with rows of what the server answers without the guard, in its own order
// where the two plans agree; it keeps its budget, and the guard has seen every relation and function that the server's
// plan names. A seed other than 0 stands for a generated statement in place of the text.
func FuzzRunPostgres(f *testing.F) {
	seeds, err := fuzz.Seeds(guard.Postgres)
	require.NoError(f, err)
	for _, s := range seeds {
		if len(s.SQL) < 4000 && s.Verdict != fuzz.Abort {
			f.Add(s.SQL, uint64(0))
		}
	}
	for seed := range uint64(200) {
		f.Add("", seed+1)
	}
	a := newServerArena(f)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: rowCap})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if seed != 0 {
			text, _ = generatePostgres(seed)
		}
		a.runAndCompare(t, g, text)
	})
}

// ownFault says of a code that the caller's text cannot earn it.
func ownFault(code string) bool {
	return slices.Contains([]string{string(guard.ReadersDisagree), string(guard.Unchecked), string(query.CodeInternal), string(query.CodeNotFound)}, code)
}

func (a *serverArena) runAndCompare(t *testing.T, g *guard.Guard, text string) string {
	stmt, err := g.Check(text)
	if err != nil {
		return "refused by the guard"
	}
	const deadline = 300 * time.Millisecond
	got, err := a.ask(stmt, query.Budget{Time: deadline})
	require.Less(t, got.took, deadline+20*time.Second, "%s", text)
	require.Equal(t, a.before, a.state(t), "something was written: %s", text)
	code := codeOf(err)
	require.False(t, ownFault(code), "%v: %s", err, text)
	switch code {
	case "":
	case string(query.CodeTimeout), string(query.CodeOutOfMemory), string(query.CodeTooLongValue):
		return "stopped by a budget"
	case string(guard.RelationNotAllowed), string(guard.FunctionNotAllowed), string(guard.ColumnNotAllowed):
		return "refused by the source" // what only the catalog tells
	default:
		_, plainErr := a.original(stmt.Text(), len(stmt.Parameters()), rowCap)
		require.Error(t, plainErr, "only the product fails: %v: %s", err, text)
		return "an error of the server's own"
	}
	relations, functions := a.planned(stmt.Text(), len(stmt.Parameters()))
	throughView := slices.ContainsFunc(stmt.Relations(), func(r guard.Relation) bool { return a.views[r.Name] })
	for _, r := range relations {
		require.True(t, throughView || r[0] == "pg_catalog" || stmt.Names(r[0], r[1]), "the guard has not seen %v: %s", r, text)
	}
	for _, name := range functions {
		require.True(t, throughView || slices.ContainsFunc(stmt.Functions(), func(f string) bool { return f == name || strings.HasSuffix(f, "."+name) }),
			"the guard has not seen the function %s among %v: %s", name, stmt.Functions(), text)
	}
	first, err := a.original(text, len(stmt.Parameters()), 10*rowCap)
	if err != nil {
		var server *pgconn.PgError
		require.True(t, errors.As(err, &server) || len(stmt.Notices()) > 0, "%v: %s", err, text)
		return "not comparable: fails, or takes too long, when it is read to its end"
	}
	second, err := a.original(text, len(stmt.Parameters()), 10*rowCap)
	if err != nil || fmt.Sprint(first.rows) != fmt.Sprint(second.rows) {
		return "not comparable: another answer every time"
	}
	require.Equal(t, first.columns, got.columns, "%s", text)
	require.Equal(t, len(first.rows) > rowCap, got.rowCut, "%s", text)
	if slices.Equal(first.rows[:min(len(first.rows), rowCap)], got.rows) {
		return "compared"
	}
	// A LIMIT may change the plan, and with it the order of rows that no ORDER BY tells, which of them are the first, and
	// what an aggregate that depends on the order of its input makes of them. The plan of the statement that was run decides.
	limited, err := a.original(stmt.Text(), len(stmt.Parameters()), 10*rowCap)
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) && server.Code == "57014" {
		return "not comparable: takes too long without the budget"
	}
	require.NoError(t, err, "%s", text)
	require.Equal(t, limited.rows[:min(len(limited.rows), rowCap)], got.rows, "%s", text)
	require.Len(t, got.rows, min(len(first.rows), rowCap), "%s", text)
	return "compared with the plan of the LIMIT"
}

func TestGeneratedStatementsRunOnPostgres(t *testing.T) {
	a := newServerArena(t)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: rowCap})
	require.NoError(t, err)
	n := uint64(1500)
	if testing.Short() {
		n = 200
	}
	ends := map[string]int{}
	for seed := range n {
		text, _ := generatePostgres(seed)
		ends[a.runAndCompare(t, g, text)]++
	}
	seeds, err := fuzz.Seeds(guard.Postgres)
	require.NoError(t, err)
	for _, s := range seeds {
		if s.Verdict != fuzz.Abort {
			ends[a.runAndCompare(t, g, s.SQL)]++
		}
	}
	a.uncalled(t)
	t.Logf("%v", ends)
	assert.Greater(t, ends["compared"], 100)
}

// TestTheServerArenaSeesWrites: the oracle is not blind. What a server lets everybody do in a READ ONLY transaction shows
// once the operator's policy admits it.
func TestTheServerArenaSeesWrites(t *testing.T) {
	a := newServerArena(t)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, AllowFunctions: []string{"lo_create", "of_row"}})
	require.NoError(t, err)
	stmt, err := g.Check("SELECT lo_create(0)")
	require.NoError(t, err)
	_, err = a.ask(stmt, query.Budget{})
	require.NoError(t, err)
	assert.Eventually(t, func() bool { return !slices.Equal(a.before, a.state(t)) }, time.Minute, 10*time.Millisecond)
	relations, functions := a.planned("SELECT o.id FROM orders o, generate_series(1, o.id) g", 0)
	assert.Equal(t, [][2]string{{"public", "orders"}}, relations)
	assert.Equal(t, []string{"generate_series"}, functions)
}

// TestAbortSeedsEndOnPostgres takes the bombs to a server, those of the outside corpus too. Each must end soon, with an
// answer or a code of its own, and leave the source usable; nothing grows in this process meanwhile.
func TestAbortSeedsEndOnPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("each bomb takes its time")
	}
	a := newServerArena(t)
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: rowCap})
	require.NoError(t, err)
	bombs := map[string]string{}
	seeds, err := fuzz.Seeds(guard.Postgres)
	require.NoError(t, err)
	for _, s := range seeds {
		if s.Verdict == fuzz.Abort {
			bombs[s.Path] = s.SQL
		}
	}
	for _, l := range corpora.Attacks(t, string(guard.Postgres), string(fuzz.Abort)) {
		bombs[l.ID] = l.SQL
	}
	const deadline = 500 * time.Millisecond
	for _, name := range slices.Sorted(maps.Keys(bombs)) {
		stmt, err := g.Check(bombs[name])
		if err != nil {
			continue // a bomb whose function is not admitted has no fuse
		}
		got, err := a.ask(stmt, query.Budget{Time: deadline})
		code := codeOf(err)
		assert.Less(t, got.took, deadline+20*time.Second, "%s", name)
		assert.False(t, ownFault(code), "%s: %v", name, err)
		t.Logf("%-45s %6d ms  %s", name, got.took.Milliseconds(), code)
		one, err := g.Check("SELECT 1")
		require.NoError(t, err)
		after, err := a.ask(one, query.Budget{})
		require.NoError(t, err, "after %s", name)
		require.Equal(t, []string{"1"}, after.rows)
	}
	assert.Equal(t, a.before, a.state(t))
}
