package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// folder holds the fixture databases and a configuration that serves them.
func folder(t *testing.T, text string) (dir, file string) {
	t.Helper()
	t.Setenv(config.Environment, "")
	dir = t.TempDir()
	require.NoError(t, fixtures.Substrate(filepath.Join(dir, "substrate.sqlite"), fixtures.Options{Rows: 24}))
	require.NoError(t, fixtures.Record(filepath.Join(dir, "record.sqlite"), fixtures.Options{Rows: 24}))
	require.NoError(t, fixtures.Cases(filepath.Join(dir, "shop.db")))
	file = filepath.Join(dir, "vitrine.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return dir, file
}

const everything = `
cell: {substrate: substrate.sqlite, logs: log}
record: {path: record.sqlite}
sources:
  - {name: shop, sqlite: shop.db, policy: {deny_columns: [users.token]}}
`

// start serves a configuration, whose databases are opened meanwhile.
func start(t *testing.T, flags config.Flags) *gateway.Reloader {
	t.Helper()
	running := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		var left error
		assert.Eventually(t, func() bool { left = goleak.Find(running); return left == nil }, 20*time.Second, 10*time.Millisecond, "%v", left)
	})
	r, err := gateway.NewReloader(flags, gateway.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// open is start that waits until it is known of each database whether it can be asked: a call on a busy machine might not
// wait for so long.
func open(t *testing.T, flags config.Flags) *gateway.Reloader {
	t.Helper()
	r := start(t, flags)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r.Gateway().Ready(ctx)
	return r
}

func call(t *testing.T, r *gateway.Reloader, c tools.Caller, tool string, arguments any) *tools.Result {
	t.Helper()
	raw, err := json.Marshal(arguments)
	require.NoError(t, err)
	result, err := r.Registry().Call(context.Background(), c, tool, raw, nil)
	require.NoError(t, err)
	return result
}

type args = map[string]any

var local = tools.LocalOperator()

func TestEverythingIsServed(t *testing.T) {
	_, file := folder(t, everything)
	r := open(t, config.Flags{Config: file})
	assert.Equal(t, []string{"substrate", "record", "shop"}, r.Gateway().Sources())
	assert.Empty(t, r.Gateway().Ready(context.Background()))
	var names []string
	for _, tool := range r.Registry().List(local) {
		names = append(names, tool.Name)
	}
	for _, name := range []string{
		"substrate_read", "substrate_schema", "substrate_explain",
		"cell_status", "read_log", "causal_chain", "nats_ping", "directive_history", "franklin_response_tail", "nats_request",
		"fleet_show", "wave_show", "stream_detail", "ledger_show", "board_export", "cost_show", "capture_show", "capture_list",
		"spend_window", "executor_census", "fleet_usage_projection",
	} {
		assert.Contains(t, names, name)
	}
	for _, source := range r.Gateway().Sources() {
		result := call(t, r, local, "substrate_read", args{"sql": "SELECT 1", "source": source})
		assert.False(t, result.IsError, result.Text)
		assert.Equal(t, source, result.Source)
	}
	assert.Equal(t, string(guard.ColumnNotAllowed), call(t, r, local, "substrate_read", args{"sql": "SELECT token FROM users", "source": "shop"}).Code)
}

// Data classes bind to the data: whatever the way to it, a caller gets of the record what its classes cover.
func TestClassesOnTheRecord(t *testing.T) {
	dir, file := folder(t, everything)
	_ = dir
	r := open(t, config.Flags{Config: file})
	state, cost := tools.ClassStreamState, tools.ClassCostData
	for _, c := range []struct {
		classes []tools.Class
		reads   []string
		refused []string
	}{
		{[]tools.Class{state, cost}, []string{"SELECT quoted_usd FROM streams", "SELECT * FROM ledger", "SELECT * FROM run_record", "SELECT * FROM gates"}, nil},
		{[]tools.Class{state}, []string{"SELECT slug FROM streams", "SELECT * FROM gates"}, []string{
			"SELECT quoted_usd FROM streams", "SELECT * FROM ledger", "SELECT count(*) FROM run_record", "SELECT 1 WHERE EXISTS (SELECT 1 FROM LEDGER)",
			`SELECT "quoted_usd" FROM streams AS s`, "SELECT slug FROM streams ORDER BY quoted_usd", "SELECT real_usd FROM main.ledger",
			"WITH x AS (SELECT * FROM ledger) SELECT 1 FROM x", "SELECT slug FROM streams WHERE quoted_usd > 100",
		}},
		{[]tools.Class{cost}, []string{"SELECT * FROM ledger", "SELECT count(*) FROM run_record"}, []string{
			"SELECT slug FROM streams", "SELECT * FROM gates", "SELECT count(*) FROM machines", "SELECT quoted_usd FROM streams",
		}},
		{nil, []string{"SELECT 1"}, []string{"SELECT slug FROM streams", "SELECT * FROM ledger"}},
	} {
		caller := tools.Caller{Name: "t", Classes: append(slices.Clone(c.classes), tools.ClassSubstrate), Sources: []string{"record"}}
		for _, sql := range c.reads {
			result := call(t, r, caller, "substrate_read", args{"sql": sql})
			assert.False(t, result.IsError, "%v: %s: %s", c.classes, sql, result.Text)
		}
		for _, sql := range c.refused {
			for _, tool := range []string{"substrate_read", "substrate_explain"} {
				result := call(t, r, caller, tool, args{"sql": sql})
				assert.Contains(t, []string{string(guard.RelationNotAllowed), string(guard.ColumnNotAllowed)}, result.Code, "%v: %s: %s", c.classes, sql, result.Text)
			}
		}
		schema := call(t, r, caller, "substrate_schema", args{"detail": "full"})
		require.False(t, schema.IsError, schema.Text)
		if !caller.Holds(cost) {
			for _, word := range []string{"ledger", "run_record", "quoted_usd"} {
				assert.NotContains(t, schema.Text, word)
			}
		}
		if !caller.Holds(state) {
			assert.NotContains(t, schema.Text, "worktree_root")
		}
	}
}

// The columns that hold paths are masked by the engine for a caller from whom paths are kept, in whatever expression.
func TestPathsOnTheRecord(t *testing.T) {
	_, file := folder(t, everything)
	r := open(t, config.Flags{Config: file})
	remote := tools.Caller{Name: "t", Classes: tools.Classes(), Sources: []string{"substrate", "record"}, Redact: true}
	for _, expression := range []string{"worktree_root", "hex(worktree_root)", "replace(worktree_root, '/', '|')", "substr(worktree_root, 2)"} {
		mine := call(t, r, local, "substrate_read", args{"sql": "SELECT " + expression + " AS x FROM machines", "source": "record"})
		theirs := call(t, r, remote, "substrate_read", args{"sql": "SELECT " + expression + " AS x FROM machines", "source": "record"})
		require.False(t, theirs.IsError, theirs.Text)
		assert.NotContains(t, mine.Text, `[null]`)
		var a struct {
			Rows    [][]any
			Notices []guard.Notice
		}
		require.NoError(t, json.Unmarshal(theirs.JSON, &a))
		for _, row := range a.Rows {
			assert.True(t, row[0] == nil || row[0] == "", "%s gave %v", expression, row[0])
		}
		assert.Contains(t, theirs.Text, query.NoticeMasked)
	}
}

func TestOneDatabaseDownStopsNoOther(t *testing.T) {
	dir, file := folder(t, everything)
	require.NoError(t, os.Rename(filepath.Join(dir, "record.sqlite"), filepath.Join(dir, "away")))
	r := open(t, config.Flags{Config: file})
	down := call(t, r, local, "substrate_read", args{"sql": "SELECT 1", "source": "record"})
	assert.Equal(t, string(query.CodeNotFound), down.Code)
	assert.NoFileExists(t, filepath.Join(dir, "record.sqlite"), "nothing is created")
	assert.False(t, call(t, r, local, "substrate_read", args{"sql": "SELECT 1", "source": "shop"}).IsError)
	failed := r.Gateway().Ready(context.Background())
	assert.Len(t, failed, 1)
	assert.Error(t, failed["record"])

	require.NoError(t, os.Rename(filepath.Join(dir, "away"), filepath.Join(dir, "record.sqlite")))
	assert.Eventually(t, func() bool {
		return !call(t, r, local, "substrate_read", args{"sql": "SELECT 1", "source": "record"}).IsError
	}, 30*time.Second, 100*time.Millisecond, "it is tried again")
}

func TestReload(t *testing.T) {
	dir, file := folder(t, "sources:\n  - {name: shop, sqlite: shop.db}\n")
	r := open(t, config.Flags{Config: file})
	token := args{"sql": "SELECT token FROM users"}
	assert.False(t, call(t, r, local, "substrate_read", token).IsError)

	rewrite := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o644)) }
	rewrite("sources:\n  - {name: shop, sqlite: shop.db, polcy: {}}\n")
	old := r.Registry()
	err := r.Reload()
	require.ErrorContains(t, err, "line 2: sources[0].polcy: unknown key")
	assert.Same(t, old, r.Registry(), "the old one stays in force")
	assert.False(t, call(t, r, local, "substrate_read", token).IsError)

	rewrite("sources:\n  - {name: shop, sqlite: shop.db, policy: {deny_columns: [users.token]}}\n")
	require.NoError(t, r.Reload())
	assert.Equal(t, string(guard.ColumnNotAllowed), call(t, r, local, "substrate_read", token).Code)
	raw, err := json.Marshal(token)
	require.NoError(t, err)
	result, err := old.Call(context.Background(), local, "substrate_read", raw, nil)
	require.NoError(t, err)
	assert.False(t, result.IsError, "a call that began before is finished on the old one")
	_ = dir
}

// Calls run on while the configuration is read again and again.
func TestReloadUnderLoad(t *testing.T) {
	_, file := folder(t, everything)
	r := open(t, config.Flags{Config: file})
	done := make(chan error, 4)
	for i := range cap(done) {
		go func() {
			for n := range 50 {
				raw := json.RawMessage(fmt.Sprintf(`{"sql": "SELECT %d", "source": "shop"}`, n))
				result, err := r.Registry().Call(context.Background(), local, "substrate_read", raw, nil)
				if err == nil && result.IsError {
					err = fmt.Errorf("call %d.%d: %s", i, n, result.Text)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 5 {
		require.NoError(t, r.Reload())
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
}

func TestFlags(t *testing.T) {
	dir, _ := folder(t, "")
	r := open(t, config.Flags{DB: []string{filepath.Join(dir, "shop.db")}, Record: filepath.Join(dir, "record.sqlite")})
	assert.Equal(t, []string{"record", "shop"}, r.Gateway().Sources())
	t.Setenv("XDG_DATA_HOME", dir)
	t.Setenv("XDG_STATE_HOME", dir)
	bare := open(t, config.Flags{})
	result := call(t, bare, local, "cell_status", args{})
	assert.False(t, result.IsError, "the cell at its default paths, though nothing is there")
	assert.Equal(t, []string{"substrate"}, bare.Gateway().Sources())
}
