package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query"
)

// TestNoConnectionOutlivesDamage: a connection that runs while another finds the file damaged may have cached damaged
// pages as well.
func TestNoConnectionOutlivesDamage(t *testing.T) {
	s := open(t, database(t, people...))
	require.Len(t, s.idle, 1)
	a, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	b, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	b.conn.doubtful = true
	require.NoError(t, b.Close())
	require.NoError(t, a.Close())
	assert.Empty(t, s.idle)
	rows, err := ask(t.Context(), s, "SELECT count(*) FROM users", names("users"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(2)}}, rows)
	assert.Len(t, s.idle, 1)
}
