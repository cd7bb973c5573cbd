package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

func TestParsePolicy(t *testing.T) {
	policy, err := parsePolicy("p.yaml", []byte(`
# what analysts may see
max_bytes: 1000
max_depth: 20
row_cap: 500
stacked: refuse
explain: true
allow_functions: [soundex]
deny_functions: [random]
allow_relations:
  - orders
  - main.users
deny_relations: [audit_*]
deny_columns: [users.token]
mask_columns: ["*.password"]
allow_pragmas: [table_list]
`), guard.SQLite)
	require.NoError(t, err)
	assert.Equal(t, guard.Policy{
		Dialect: guard.SQLite, MaxBytes: 1000, MaxDepth: 20, RowCap: 500, Stacked: guard.Refuse, Explain: true,
		AllowFunctions: []string{"soundex"}, DenyFunctions: []string{"random"},
		AllowRelations: []string{"orders", "main.users"}, DenyRelations: []string{"audit_*"},
		DenyColumns: []string{"users.token"}, MaskColumns: []string{"*.password"}, AllowPragmas: []string{"table_list"},
	}, policy)

	policy, err = parsePolicy("p.yaml", nil, guard.Postgres)
	require.NoError(t, err)
	assert.Equal(t, guard.Policy{Dialect: guard.Postgres}, policy)
}

func TestParsePolicyRefuses(t *testing.T) {
	refuse := func(text, want string) {
		t.Helper()
		_, err := parsePolicy("p.yaml", []byte(text), guard.SQLite)
		var usage *usageError
		require.ErrorAs(t, err, &usage, text)
		assert.Contains(t, usage.message, want)
		assert.NotEmpty(t, usage.hint)
	}
	refuse("row_cap: 5\ndeny_relation: [a]\n", "p.yaml: line 2: deny_relation: unknown key; did you mean deny_relations?; accepted here: dialect, max_bytes")
	refuse("row_cap: 5\n\nrow_cap: 6\n", `p.yaml: line 3: not valid YAML: mapping key "row_cap" already defined`)
	refuse("Row_cap: 5\n", "p.yaml: line 1: Row_cap: unknown key")
	refuse("row_cap: many\n", `p.yaml: line 1: row_cap: "many" given; accepted is a whole number`)
	refuse("row_cap: -1\n", `p.yaml: line 1: row_cap: "-1" given; accepted is a whole number, 0 or more`)
	refuse("explain: 7\n", `p.yaml: line 1: explain: "7" given; accepted are true and false`)
	refuse("deny_relations: users\n", "p.yaml: line 1: deny_relations: text given; a list is accepted")
	refuse("deny_relations: [a, [b]]\n", "p.yaml: line 1: deny_relations[1]: a list given; accepted is text")
	refuse("stacked: maybe\n", `p.yaml: line 1: stacked: "maybe" given; accepted are strip, refuse`)
	refuse("dialect: mysql\n", `p.yaml: line 1: dialect: "mysql" given; accepted are sqlite, postgres`)
	refuse("dialect: postgres\n", "p.yaml: the policy is for postgres, the statement is read as sqlite")
	refuse("- a\n", "p.yaml: line 1: a list given; a section with these keys is accepted: dialect, ")
	refuse("a: [\n", "p.yaml: line 1: not valid YAML")
	refuse("row_cap: 5\n---\nrow_cap: 6\n", "p.yaml: line 3: a second YAML document")
}
