package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// A common table may have the name of a relation that the policy denies: it hides it.
func TestCommonTablesThatShareAName(t *testing.T) {
	s := open(t, database(t, people...))
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, DenyRelations: []string{"users"}})
	require.NoError(t, err)
	r := query.NewRunner(s, query.RunnerOptions{})
	for _, text := range []string{
		"WITH users AS (SELECT 1 AS a) SELECT count(*) FROM users",
		"WITH users AS (SELECT 1 AS a) SELECT a FROM users",
		"WITH Users(a) AS (VALUES (1), (2)) SELECT count(*) FROM orders, USERS",
	} {
		stmt, err := g.Check(text)
		require.NoError(t, err, text)
		rows, err := r.Query(t.Context(), stmt, nil, query.Budget{})
		if assert.NoError(t, err, text) {
			assert.True(t, rows.Next(), text)
			assert.NoError(t, rows.Close())
		}
	}
}
