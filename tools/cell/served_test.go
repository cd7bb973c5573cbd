package cell_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
	"vitrine/tools"
	"vitrine/tools/cell"
)

var update = flag.Bool("update", false, "write the golden files anew")

// served is a cell whose tools are called as a transport would.
type served struct {
	t        *testing.T
	folder   string
	registry *tools.Registry
}

// ample gives a call the time that it needs on a busy machine.
var ample = query.RunnerOptions{Default: query.Budget{Time: time.Minute}}

// serve builds a substrate and serves a cell around it.
func serve(t *testing.T, build func(path string) error, change func(*cell.Options)) *served {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "substrate.sqlite")
	if build != nil {
		require.NoError(t, build(path))
	}
	source, err := sqlite.Open(context.Background(), sqlite.Options{Name: "substrate", Path: path})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	return serveOn(t, folder, query.NewRunner(source, ample), change)
}

// serveOn serves a cell around the substrate of a runner; the rest of it lies in folder.
func serveOn(t *testing.T, folder string, substrate *query.Runner, change func(*cell.Options)) *served {
	t.Helper()
	o := cell.Options{
		Substrate: substrate, SubstratePath: filepath.Join(folder, "substrate.sqlite"), Policy: guard.Policy{Dialect: guard.SQLite},
		CellIdentity: filepath.Join(folder, "cell_identity.json"), TauSyncState: filepath.Join(folder, "tau_sync_state.json"),
		Logs: filepath.Join(folder, "log"), NATS: cell.NATS{Address: "127.0.0.1:1"}, Processes: []string{"no-such-process"},
	}
	if change != nil {
		change(&o)
	}
	all, err := cell.Tools(o)
	require.NoError(t, err)
	registry, err := tools.NewRegistry(func() time.Time { return fixtures.DefaultNow }, nil, all...)
	require.NoError(t, err)
	return &served{t, folder, registry}
}

// fixture is the substrate of the fixtures, as it is.
func fixture(path string) error { return fixtures.Substrate(path, fixtures.Options{}) }

// call calls a tool that must answer, and reads the answer into out.
func (s *served) call(tool, arguments string, out any) string {
	s.t.Helper()
	result, err := s.registry.Call(context.Background(), tools.LocalOperator(), tool, json.RawMessage(arguments), nil)
	require.NoError(s.t, err)
	require.False(s.t, result.IsError, result.Text)
	require.Equal(s.t, string(result.JSON), result.Text)
	if out != nil {
		require.NoError(s.t, json.Unmarshal(result.JSON, out))
	}
	return result.Text
}

// fail calls a tool that must not answer, and returns its error.
func (s *served) fail(tool, arguments, code string) (e tools.Error) {
	s.t.Helper()
	result, err := s.registry.Call(context.Background(), tools.LocalOperator(), tool, json.RawMessage(arguments), nil)
	require.NoError(s.t, err)
	require.True(s.t, result.IsError, result.Text)
	var body struct{ Error *tools.Error }
	body.Error = &e
	require.NoError(s.t, json.Unmarshal(result.JSON, &body))
	require.Equal(s.t, code, e.Code, result.Text)
	return e
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run with -update")
	assert.Equal(t, string(want), got)
}

// indent writes JSON so that a person can read a golden file.
func indent(t *testing.T, text string) string {
	t.Helper()
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&value))
	out, err := json.MarshalIndent(value, "", "  ")
	require.NoError(t, err)
	return string(out) + "\n"
}

// writer opens the database as the cell's own process would.
func (s *served) writer() *sql.DB {
	s.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.folder, "substrate.sqlite"))
	require.NoError(s.t, err)
	s.t.Cleanup(func() { db.Close() })
	return db
}
