package fuzz_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/fuzz"
	"vitrine/fuzz/corpora"
	"vitrine/guard"
)

// attack is a text that must be refused, and the policy that it is refused under.
type attack struct {
	name, text string
	policy     guard.Policy
}

// attacks are the seeds that the guard must refuse by itself and, where VITRINE_CORPORA names them, those of the corpora.
func attacks(t testing.TB) []attack {
	t.Helper()
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(t, err)
	var all []attack
	for _, s := range seeds {
		if s.Verdict == fuzz.Refuse && !s.Engine {
			all = append(all, attack{s.Path, s.SQL, s.Policy})
		}
	}
	require.NotEmpty(t, all)
	for _, l := range corpora.Attacks(t, string(guard.SQLite), "refuse") {
		all = append(all, attack{l.ID, l.SQL, guard.Policy{Dialect: guard.SQLite}})
	}
	return all
}

// TestGuardAlone takes the engine's fence away: what the guard admits runs on a handle that may write, with no
// authorizer, no limits and everything that database/sql's driver runs of one text. Nothing may change all the same.
func TestGuardAlone(t *testing.T) {
	a := newArena(t)
	writable, err := sql.Open("sqlite", "file:"+filepath.Join(a.dir, "arena.sqlite"))
	require.NoError(t, err)
	defer writable.Close()
	writable.SetMaxOpenConns(1)
	refused := 0
	for _, c := range attacks(t) {
		g, err := guard.New(c.policy)
		require.NoError(t, err)
		stmt, err := g.Check(c.text)
		if err != nil {
			refused++
			continue
		}
		assert.Fail(t, "admitted", "%s: %.200q", c.name, c.text)
		runPlainly(writable, stmt.Text())
	}
	a.unchanged(t)
	t.Logf("%d attacks, all refused by the guard alone", refused)
}

// TestTheHandleOfGuardAloneWrites shows that the test above can fail: the same handle, without the guard, does write.
func TestTheHandleOfGuardAloneWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.sqlite")
	require.NoError(t, fixtures.Secrets(path))
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	writable, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	runPlainly(writable, "SELECT 1; DELETE FROM orders; PRAGMA wal_checkpoint(TRUNCATE)")
	require.NoError(t, writable.Close())
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotEqual(t, before, after)
}

// runPlainly runs a text to its end, whatever comes of it.
func runPlainly(db *sql.DB, text string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return
	}
	defer rows.Close()
	for rows.Next() {
		continue
	}
}
