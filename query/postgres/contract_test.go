package postgres

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// TestContractSchemas makes the databases of the contract on PostgreSQL, with the tables and columns that they have on SQLite.
func TestContractSchemas(t *testing.T) {
	for _, name := range []string{"record", "substrate"} {
		sql, err := os.ReadFile("../../fixtures/schema/postgres/" + name + ".sql")
		require.NoError(t, err)
		original, err := os.ReadFile("../../fixtures/schema/" + name + ".sql")
		require.NoError(t, err)
		s, _, _ := open(t, string(sql))
		g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
		require.NoError(t, err)
		found, err := s.Tables(context.Background(), g)
		require.NoError(t, err)
		tables := strings.Count(string(original), "\nCREATE TABLE ") + strings.Count(string(original), "\nCREATE VIEW ")
		assert.Len(t, found, tables, name)
		for _, table := range found {
			assert.Regexp(t, "(TABLE|VIEW) "+table.Name+" (\\(|AS)", string(original))
		}
	}
}
