package substrate

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
)

// What is kept is what the guard would say again: for each text and each row cap, and never for what it refuses.
func TestAdmittedTextsAreKept(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	var a known
	same := func(sql string, limit int) {
		t.Helper()
		got, gotErr := a.check(g, sql, limit)
		want, wantErr := g.WithRowCap(limit).Check(sql)
		assert.Equal(t, wantErr, gotErr)
		assert.Equal(t, want.Checked(), got.Checked())
		if wantErr == nil {
			assert.Equal(t, want.Text(), got.Text())
			assert.Equal(t, want.RowCap(), got.RowCap())
		}
	}
	for range 3 {
		for n := range 2 * keptTexts {
			same(fmt.Sprintf("SELECT %d", n), 50)
			same("SELECT 1", n+1)
			same(fmt.Sprintf("DELETE FROM t%d", n), 50)
			same("SELECT '"+strings.Repeat("x", keptBytes)+"'", 50)
			assert.LessOrEqual(t, len(a.texts), keptTexts)
		}
	}
	for q := range a.texts {
		assert.False(t, strings.HasPrefix(q.sql, "DELETE"))
		assert.LessOrEqual(t, len(q.sql), keptBytes)
	}
	first, err := a.check(g, "SELECT 2", 50)
	require.NoError(t, err)
	again, err := a.check(g, "SELECT 2", 50)
	require.NoError(t, err)
	assert.Equal(t, first, again)

	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for n := range 200 {
				stmt, err := a.check(g, fmt.Sprintf("SELECT %d", n%40), 50)
				assert.NoError(t, err)
				assert.True(t, stmt.Checked())
			}
		})
	}
	group.Wait()
	assert.LessOrEqual(t, len(a.texts), keptTexts)
}
