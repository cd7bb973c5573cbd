package substrate_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
	"vitrine/tools"
	"vitrine/tools/substrate"
)

// database is one source of a test.
type database struct {
	name   string
	build  func(path string) error
	policy guard.Policy
	budget query.Budget
	exact  bool
}

type served struct {
	t        testing.TB
	registry *tools.Registry
}

// serve builds the databases and serves the generic tools on them, with a clock that stands still.
func serve(t testing.TB, databases ...database) *served {
	t.Helper()
	var sources []substrate.Source
	for _, d := range databases {
		path := filepath.Join(t.TempDir(), d.name+".db")
		require.NoError(t, d.build(path))
		source, err := sqlite.Open(context.Background(), sqlite.Options{Name: d.name, Path: path})
		require.NoError(t, err)
		t.Cleanup(func() { source.Close() })
		d.policy.Dialect = guard.SQLite
		if d.budget.Time == 0 {
			d.budget.Time = time.Minute // a busy machine takes its time
		}
		sources = append(sources, substrate.Source{
			Runner: query.NewRunner(source, query.RunnerOptions{Default: d.budget}), Exact: d.exact,
			Policy: func(substrate.Scope) guard.Policy { return d.policy }, Description: "the " + d.name,
		})
	}
	clock := func() time.Time { return fixtures.DefaultNow }
	all, err := substrate.Tools(sources, substrate.Options{Clock: clock})
	require.NoError(t, err)
	registry, err := tools.NewRegistry(clock, nil, all...)
	require.NoError(t, err)
	return &served{t, registry}
}

func shop(t testing.TB) *served { return serve(t, database{name: "shop", build: fixtures.Cases}) }

func (s *served) as(c tools.Caller, tool string, arguments any) *tools.Result {
	s.t.Helper()
	raw, err := json.Marshal(arguments)
	require.NoError(s.t, err)
	result, err := s.registry.Call(context.Background(), c, tool, raw, nil)
	require.NoError(s.t, err)
	return result
}

// call calls a tool that must answer, as the local operator.
func (s *served) call(tool string, arguments map[string]any) *tools.Result {
	s.t.Helper()
	result := s.as(tools.LocalOperator(), tool, arguments)
	require.False(s.t, result.IsError, result.Text)
	return result
}

type answer struct {
	Columns     []query.Column
	Rows        [][]json.RawMessage
	RowCount    int `json:"row_count"`
	Truncated   bool
	TruncatedBy *string `json:"truncated_by"`
	Notices     []guard.Notice
	Source      string
}

// rows is the rows as one JSON text.
func (a answer) rows() string {
	text, _ := json.Marshal(a.Rows)
	return string(text)
}

func (a answer) notice(code string) bool {
	for _, n := range a.Notices {
		if n.Code == code {
			return true
		}
	}
	return false
}

func (s *served) read(arguments map[string]any) (a answer) {
	s.t.Helper()
	require.NoError(s.t, json.Unmarshal(s.call("substrate_read", arguments).JSON, &a))
	return a
}

// fail calls a tool that must not answer and returns its error.
func (s *served) fail(c tools.Caller, code, tool string, arguments map[string]any) map[string]any {
	s.t.Helper()
	result := s.as(c, tool, arguments)
	require.True(s.t, result.IsError, result.Text)
	require.Equal(s.t, code, result.Code, result.Text)
	var body struct{ Error map[string]any }
	require.NoError(s.t, json.Unmarshal(result.JSON, &body))
	return body.Error
}

type args = map[string]any
