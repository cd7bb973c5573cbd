//go:build cgo

package guard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz/corpora"
	"vitrine/guard/postgres"
)

// openCatalog is the policy of somebody who may read all of the server's catalog.
func openCatalog() Policy {
	return Policy{Dialect: Postgres, AllowRelations: append([]string{"*"}, postgres.SecretRelations()...)}
}

func TestPostgresLegitCorpus(t *testing.T) {
	plain, err := New(Policy{Dialect: Postgres})
	require.NoError(t, err)
	catalog, err := New(openCatalog())
	require.NoError(t, err)
	admitted, refused, catalogOnly, qualified := 0, 0, 0, 0
	for _, line := range corpora.Read(t, "postgres-legit.jsonl.gz") {
		_, err := catalog.Check(line.SQL)
		switch {
		case err == nil:
			admitted++
			if _, err := plain.Check(line.SQL); err != nil {
				catalogOnly++
				if line.Policy != "catalog" {
					t.Logf("needs the catalog: %v: %.100s", err, line.SQL)
				}
			}
		case namesForeignSchema(err):
			qualified++ // the issue orders operators and types of other schemas to be refused
		default:
			refused++
			t.Logf("%v: %.120s", err, line.SQL)
		}
	}
	t.Logf("admitted %d, refused %d, refused for an operator or type of another schema %d; of those admitted, refused where the policy does not open the catalog %d", admitted, refused, qualified, catalogOnly)
	assert.LessOrEqual(t, float64(refused), 0.001*float64(admitted+refused))
}

func namesForeignSchema(err error) bool {
	text := err.Error()
	_, name, isOperator := strings.Cut(text, "the operator ")
	return isOperator && strings.Contains(strings.Fields(name)[0], ".") || strings.Contains(text, "a cast to the type")
}

func TestPostgresPolicyDependentCorpus(t *testing.T) {
	lines := corpora.Read(t, "postgres-policy-dependent.jsonl.gz")
	plain, err := New(openCatalog())
	require.NoError(t, err)
	other := 0
	for _, line := range lines {
		policy := openCatalog()
		for {
			g := plain
			if len(policy.AllowFunctions) > 0 {
				g, err = New(policy)
				require.NoError(t, err)
			}
			_, err := g.Check(line.SQL)
			if err == nil {
				if len(policy.AllowFunctions) == 0 {
					t.Errorf("admitted without a word of the operator: %.200s", line.SQL)
				}
				break
			}
			refusal := err.(*Refusal)
			if refusal.Code != FunctionNotAllowed {
				other++
				t.Logf("%v: %.120s", err, line.SQL)
				break
			}
			name := namedIn(refusal.Message)
			if !assert.NotContains(t, policy.AllowFunctions, name, "%v: still refused: %.200s", err, line.SQL) {
				break
			}
			policy.AllowFunctions = append(policy.AllowFunctions, name)
		}
	}
	t.Logf("%d lines; %d refused for another reason", len(lines), other)
	assert.LessOrEqual(t, float64(other), 0.001*float64(len(lines)))
}

// namedIn returns the function, operator or type that the message names.
func namedIn(message string) string {
	for _, before := range []string{"the function ", "the operator ", "a cast to the type "} {
		if _, rest, ok := strings.Cut(message, before); ok {
			name, _, _ := strings.Cut(rest, " is not")
			return name
		}
	}
	return message
}

func TestPostgresAttackCorpus(t *testing.T) {
	g, err := New(Policy{Dialect: Postgres})
	require.NoError(t, err)
	counts := make(map[string]int)
	for _, line := range corpora.Read(t, "attacks.jsonl") {
		if line.Dialect != "postgres" {
			continue
		}
		statement, err := g.Check(line.SQL)
		counts[line.Expect]++
		switch {
		case line.Expect == "strip":
			if assert.NoError(t, err, line.SQL) {
				assert.NotEmpty(t, statement.Notices())
			}
		case line.Expect == "abort":
		case strings.Contains(line.Expect, "view inspection"):
			// Only the source can see into a view: see query/postgres.
		case err == nil && line.ID == "po-0767":
			// t.rowfn is a column for all that the text tells: see query/postgres.
		case err == nil:
			t.Errorf("%s admitted: %.200s", line.ID, line.SQL)
		}
	}
	t.Log(counts)
}
