package fuzz_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/guard"
	"vitrine/query"
)

// TestSeedsRun takes the SQLite seeds to a database: what is admitted is answered, what only the engine can refuse is
// refused with its code, and whatever becomes of it, no byte changes and no value that the policy hides comes out.
func TestSeedsRun(t *testing.T) {
	a := newArena(t)
	for _, s := range seedsOf(t, guard.SQLite) {
		if s.Verdict == fuzz.Abort || s.Verdict == fuzz.Refuse && !s.Engine {
			continue
		}
		t.Run(s.Path, func(t *testing.T) {
			stmt, refusal := verdict(t, s)
			if refusal != nil {
				t.Skip("the guard's verdict is another test's matter")
			}
			got, err := a.ask(stmt, query.Budget{Rows: 100})
			if s.Verdict == fuzz.Refuse {
				assert.Equal(t, s.Code, codeOf(err), "%s: %v %v", s.SQL, err, got.rows)
			} else {
				assert.NoError(t, err, "%.300s", s.SQL)
			}
			if len(s.Policy.DenyColumns)+len(s.Policy.MaskColumns) > 0 {
				for _, row := range got.rows {
					for _, hidden := range []string{"secret-ann", "secret-bob", "secret-cat", "secret-document"} {
						assert.NotContains(t, strings.ToLower(row), hidden, s.SQL)
					}
				}
			}
		})
	}
	a.unchanged(t)
}

// TestAbortSeedsEnd takes the bombs to a database. Each must end with the code of its folder, soon, and leave the
// connection usable.
func TestAbortSeedsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("each bomb takes its time")
	}
	const deadline = 500 * time.Millisecond
	a := newArena(t)
	for _, s := range seedsOf(t, guard.SQLite) {
		if s.Verdict != fuzz.Abort {
			continue
		}
		t.Run(s.Path, func(t *testing.T) {
			stmt, refusal := verdict(t, s)
			if refusal != nil {
				return
			}
			budget := query.Budget{Time: deadline, Rows: 100}
			if s.Code != string(query.CodeTimeout) {
				budget.Time = 3 * time.Minute // its own limit must come first
			}
			got, err := a.ask(stmt, budget)
			assert.Equal(t, s.Code, codeOf(err), "%v %.200v", err, got.rows)
			if s.Code == string(query.CodeTimeout) {
				// The promise is 100 ms behind the deadline; the rest is for a machine that does other things.
				assert.Less(t, got.took, deadline+20*time.Second)
			}
			one, refusal := verdict(t, fuzz.Seed{Policy: guard.Policy{Dialect: guard.SQLite}, SQL: "SELECT 1"})
			require.Nil(t, refusal)
			after, err := a.ask(one, query.Budget{})
			require.NoError(t, err)
			assert.Equal(t, []string{"I:1"}, after.rows)
		})
	}
	a.unchanged(t)
}
