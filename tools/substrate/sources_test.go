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

func several(t testing.TB) *served {
	return serve(t,
		database{name: "shop", build: fixtures.Cases, policy: guard.Policy{DenyColumns: []string{"users.token"}}},
		database{name: "cell", build: fixtures.EmptySubstrate, exact: true},
	)
}

func holder(sources ...string) tools.Caller {
	return tools.Caller{Name: "t", Classes: []tools.Class{tools.ClassSubstrate}, Sources: sources}
}

func TestSources(t *testing.T) {
	s := several(t)
	assert.Equal(t, "shop", s.read(args{"sql": "SELECT 1"}).Source, "the first where none is named")
	a := s.read(args{"sql": "SELECT count(*) FROM user_directives", "source": "cell"})
	assert.Equal(t, "cell", a.Source)
	e := s.fail(local, tools.CodeUnknownSource, "substrate_read", args{"sql": "SELECT 1", "source": "shpo"})
	assert.Equal(t, []any{"shop", "cell"}, e["accepted"])
	assert.Equal(t, "did you mean shop?", e["hint"])

	only := holder("cell")
	result := s.as(only, "substrate_read", args{"sql": "SELECT 1"})
	assert.Equal(t, "cell", result.Source, "the first that the caller may use")
	for _, name := range []string{"shop", "nothing"} {
		for _, tool := range []string{"substrate_read", "substrate_schema", "substrate_explain"} {
			arguments := args{"source": name}
			if tool != "substrate_schema" {
				arguments["sql"] = "SELECT 1"
			}
			e := s.fail(only, tools.CodeUnknownSource, tool, arguments)
			assert.Equal(t, []any{"cell"}, e["accepted"], "a source that is not the caller's is answered as one that is not there")
		}
	}
	s.fail(holder(), tools.CodeUnknownSource, "substrate_read", args{"sql": "SELECT 1"})

	var listed struct {
		Sources []struct{ Name, Dialect, Description string }
	}
	require.NoError(t, json.Unmarshal(s.call("substrate_schema", args{}).JSON, &listed))
	require.Len(t, listed.Sources, 2)
	assert.Equal(t, "the shop", listed.Sources[0].Description)
	require.NoError(t, json.Unmarshal(s.as(only, "substrate_schema", args{}).JSON, &listed))
	assert.Len(t, listed.Sources, 1)
}

func TestExactIsTheSourcesOwn(t *testing.T) {
	s := several(t)
	assert.False(t, s.call("substrate_read", args{"sql": "SELECT 1"}).Exact)
	assert.True(t, s.call("substrate_read", args{"sql": "SELECT 1", "source": "cell"}).Exact)
	assert.False(t, s.as(local, "substrate_read", args{"sql": "SELECT", "source": "cell"}).Exact, "errors are redacted")
}

func TestPolicyOfTheSource(t *testing.T) {
	s := several(t)
	s.fail(local, string(guard.ColumnNotAllowed), "substrate_read", args{"sql": "SELECT token FROM users"})
	s.fail(local, string(guard.ColumnNotAllowed), "substrate_explain", args{"sql": "SELECT token FROM users"})
	result := s.as(local, "substrate_read", args{"sql": "SELECT * FROM users"})
	if !result.IsError {
		assert.NotContains(t, result.Text, "t1")
	}
	full := s.call("substrate_schema", args{"table": "users"})
	assert.NotContains(t, full.Text, "token")
}

// The generic tools alone cost a session little to list.
func TestDescriptorsAreFrugal(t *testing.T) {
	for _, s := range []*served{shop(t), several(t)} {
		list := []any{}
		for _, tool := range s.registry.List(local) {
			list = append(list, map[string]any{
				"name": tool.Name, "title": tool.Title, "description": tool.Description, "inputSchema": tool.Input,
				"outputSchema": tool.Output, "annotations": tool.Annotations,
			})
		}
		require.Len(t, list, 3)
		encoded, err := json.Marshal(map[string]any{"tools": list})
		require.NoError(t, err)
		assert.Less(t, len(encoded), 6000)
		t.Logf("%d bytes", len(encoded))
	}
}

// Results match the output schema that their tool gives.
func TestResultsMatchTheirSchema(t *testing.T) {
	s := shop(t)
	for _, tool := range s.registry.List(local) {
		schema, err := tool.Output.CloneSchemas().Resolve(nil)
		require.NoError(t, err)
		arguments := args{"sql": "SELECT *, 9e999, x'00' FROM users; SELECT 1"}
		if tool.Name == "substrate_schema" {
			arguments = args{"detail": "full"}
		}
		var value any
		require.NoError(t, json.Unmarshal(s.call(tool.Name, arguments).JSON, &value))
		require.NoError(t, schema.Validate(value), tool.Name)
	}
}
