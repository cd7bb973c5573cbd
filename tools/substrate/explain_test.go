package substrate_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/tools"
)

type explained struct {
	Plan     string
	Admitted struct {
		SQL                              string
		Relations, Functions, Parameters []string
		Limit                            int
	}
	Notices []guard.Notice
}

func (s *served) explain(arguments args) (e explained) {
	s.t.Helper()
	require.NoError(s.t, json.Unmarshal(s.call("substrate_explain", arguments).JSON, &e))
	return e
}

func TestExplain(t *testing.T) {
	s := serve(t, database{name: "substrate", build: fixtures.EmptySubstrate})
	e := s.explain(args{"sql": "SELECT lower(kind), count(*) FROM user_directives AS d JOIN directive_closures USING (directive_sha256) WHERE d.received_at > :t GROUP BY 1; SELECT 2"})
	assert.Contains(t, e.Plan, "|--")
	assert.Contains(t, e.Plan, "`--USE TEMP B-TREE FOR GROUP BY")
	assert.Contains(t, e.Plan, "INDEX")
	assert.Equal(t, []string{"user_directives", "directive_closures"}, e.Admitted.Relations)
	assert.Equal(t, []string{"lower", "count"}, e.Admitted.Functions)
	assert.Equal(t, []string{":t"}, e.Admitted.Parameters)
	assert.Equal(t, 50, e.Admitted.Limit)
	assert.Contains(t, e.Admitted.SQL, "LIMIT 51", "the text that would run")
	assert.NotContains(t, e.Admitted.SQL, "SELECT 2")
	assert.NotEmpty(t, e.Notices, "told that it was stripped")
	e = s.explain(args{"sql": "SELECT * FROM user_directives WHERE id = ?", "params": []any{7}})
	assert.Equal(t, "`--SEARCH user_directives USING INTEGER PRIMARY KEY (rowid=?)\n", e.Plan)
}

// A refusal's position is that of the text that was given, whatever stands before it when it is explained.
func TestExplainRefusals(t *testing.T) {
	s := serve(t, database{name: "substrate", build: fixtures.EmptySubstrate})
	for _, sql := range []string{"DELETE FROM user_directives", "SELECT 1 FROM", "EXPLAIN QUERY PLAN SELECT 1", "SELECT load_extension('x')"} {
		read, explain := s.as(local, "substrate_read", args{"sql": sql}), s.as(local, "substrate_explain", args{"sql": sql})
		assert.Equal(t, read.Text, explain.Text)
		assert.True(t, explain.IsError)
	}
	s.fail(local, tools.CodeInvalidArgument, "substrate_explain", args{"sql": "SELECT ?", "params": 5})
}
