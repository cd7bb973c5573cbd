package fleet

import (
	"context"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/query"
	"vitrine/query/sqlite"
	"vitrine/tools"
)

// fleet is the tools of one record, as a caller meets them.
type fleetUnderTest struct {
	t        testing.TB
	path     string
	runner   *query.Runner
	registry *tools.Registry
	schemas  map[string]*jsonschema.Resolved
}

// serve makes the tools of a record file, with a clock that stands still.
func serve(t testing.TB, path string, o Options) *fleetUnderTest {
	source, err := sqlite.Open(context.Background(), sqlite.Options{Name: "record", Path: path})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	f := serveRunner(t, query.NewRunner(source, query.RunnerOptions{Default: query.Budget{Time: time.Minute}}), o)
	f.path = path
	return f
}

// serveRunner makes the tools of the record that a runner runs on.
func serveRunner(t testing.TB, runner *query.Runner, o Options) *fleetUnderTest {
	made, err := Tools(runner, o)
	require.NoError(t, err)
	registry, err := tools.NewRegistry(func() time.Time { return fixtures.DefaultNow }, nil, made...)
	require.NoError(t, err)
	f := &fleetUnderTest{t: t, runner: runner, registry: registry, schemas: map[string]*jsonschema.Resolved{}}
	for _, tool := range made {
		f.schemas[tool.Name], err = tool.Output.CloneSchemas().Resolve(nil)
		require.NoError(t, err, tool.Name)
	}
	return f
}

// record writes a record with a generator and serves it.
func serveRecord(t testing.TB, write func(path string) error) *fleetUnderTest {
	path := filepath.Join(t.TempDir(), "record.sqlite")
	require.NoError(t, write(path))
	return serve(t, path, Options{})
}

// fixtureRecord is the default record of package fixtures.
func fixtureRecord(path string) error { return fixtures.Record(path, fixtures.Options{}) }

// raw calls a tool as a caller and returns its result, which matches the tool's schema where it is no error.
func (f *fleetUnderTest) raw(c tools.Caller, tool string, arguments map[string]any) *tools.Result {
	if arguments == nil {
		arguments = map[string]any{}
	}
	encoded, err := json.Marshal(arguments)
	require.NoError(f.t, err)
	result, err := f.registry.Call(context.Background(), c, tool, encoded, nil)
	require.NoError(f.t, err)
	if !result.IsError {
		var value any
		require.NoError(f.t, json.Unmarshal(result.JSON, &value))
		require.NoError(f.t, f.schemas[tool].Validate(value), "%s %s: %.300s", tool, encoded, result.Text)
	}
	return result
}

// ask calls a tool as the local operator and decodes the answer.
func (f *fleetUnderTest) ask(tool string, arguments map[string]any, into any) {
	f.t.Helper()
	result := f.raw(tools.LocalOperator(), tool, arguments)
	require.False(f.t, result.IsError, "%s %v: %s", tool, arguments, result.Text)
	require.NoError(f.t, json.Unmarshal(result.JSON, into))
}

// refused calls a tool as the local operator and returns its error.
func (f *fleetUnderTest) refused(tool string, arguments map[string]any) *tools.Error {
	f.t.Helper()
	result := f.raw(tools.LocalOperator(), tool, arguments)
	require.True(f.t, result.IsError, "%s %v: %s", tool, arguments, result.Text)
	var body struct {
		Error *tools.Error `json:"error"`
	}
	require.NoError(f.t, json.Unmarshal(result.JSON, &body))
	return body.Error
}

// write opens the record as its writers do.
func (f *fleetUnderTest) write(t testing.TB) *sql.DB {
	db, err := sql.Open("sqlite", "file:"+f.path+"?_pragma=busy_timeout(5000)&_pragma=synchronous(0)")
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// exec changes the record.
func (f *fleetUnderTest) exec(statement string, arguments ...any) {
	f.t.Helper()
	_, err := f.write(f.t).Exec(statement, arguments...)
	require.NoError(f.t, err)
}
