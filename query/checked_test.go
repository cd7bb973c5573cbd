package query

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// untouched is a source that must not be reached. It stands for no database.
type untouched struct {
	Source
	t *testing.T
}

func (u untouched) Dialect() guard.Dialect { return guard.SQLite }

func (u untouched) Begin(context.Context, Budget) (Tx, error) {
	assert.Fail(u.t, "the source was reached")
	return nil, &Error{Code: CodeInternal}
}

// TestUncheckedStatementsDoNotReachASource shows the runner's own check; the sources have another.
func TestUncheckedStatementsDoNotReachASource(t *testing.T) {
	r := NewRunner(untouched{t: t}, RunnerOptions{})
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres})
	require.NoError(t, err)
	statements := []guard.Statement{{}}
	if foreign, err := g.Check("SELECT 1"); err == nil { // PostgreSQL's parser needs cgo
		statements = append(statements, foreign)
	}
	for _, stmt := range statements {
		_, err := r.Query(t.Context(), stmt, nil, Budget{})
		var refusal *guard.Refusal
		require.ErrorAs(t, err, &refusal)
		assert.Equal(t, guard.Unchecked, refusal.Code)
		_, err = (&Snapshot{runner: r}).Query(stmt, nil)
		require.ErrorAs(t, err, &refusal)
		assert.Equal(t, guard.Unchecked, refusal.Code)
	}
}
