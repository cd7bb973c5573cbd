package fuzz_test

import (
	"errors"
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/guard"
	"vitrine/query"
)

// seedsOf loads the seeds of a dialect for a test.
func seedsOf(t testing.TB, dialect guard.Dialect) []fuzz.Seed {
	t.Helper()
	seeds, err := fuzz.Seeds(dialect)
	require.NoError(t, err)
	return seeds
}

// verdict checks one seed with a guard of its policy.
func verdict(t testing.TB, s fuzz.Seed) (guard.Statement, *guard.Refusal) {
	t.Helper()
	g, err := guard.New(s.Policy)
	require.NoError(t, err, s.Path)
	stmt, err := g.Check(s.SQL)
	if err == nil {
		return stmt, nil
	}
	var refusal *guard.Refusal
	require.True(t, errors.As(err, &refusal), "%s: %v is no refusal", s.Path, err)
	return stmt, refusal
}

var dialects = []guard.Dialect{guard.SQLite, guard.Postgres}

func TestSeedsAreOnesOfTheirKind(t *testing.T) {
	for _, dialect := range dialects {
		tries := map[string]string{}
		paths := map[string]bool{}
		for _, s := range seedsOf(t, dialect) {
			assert.Empty(t, tries[s.Tries+string(s.Verdict)+s.Code], "%s says that it tries what this one tries: %s", s.Path, s.Tries)
			tries[s.Tries+string(s.Verdict)+s.Code] = s.Path
			assert.Regexp(t, `^[A-Z].{10,}\.$`, s.Tries, s.Path)
			assert.Regexp(t, `^[a-z0-9_]+$`, s.Name, s.Path)
			paths[s.Path] = true
		}
		for _, s := range seedsOf(t, dialect) {
			switch s.Verdict {
			case fuzz.Refuse:
				assert.True(t, slices.Contains(guard.Codes(), guard.Code(s.Code)), "%s: no such code", s.Path)
			case fuzz.Abort:
				assert.Contains(t, []query.Code{query.CodeTimeout, query.CodeOutOfMemory, query.CodeTooLongValue}, query.Code(s.Code), s.Path)
			case fuzz.Admit:
				continue
			}
			twin := path.Join(string(dialect), "admit", s.Code, s.Name+".sql")
			assert.True(t, paths[twin], "%s: the honest query beside it is missing: %s", s.Path, twin)
		}
	}
}

// TestEveryCodeHasSeeds leaves out unchecked, which no text leads to.
func TestEveryCodeHasSeeds(t *testing.T) {
	for _, dialect := range dialects {
		seen := map[string]bool{}
		for _, s := range seedsOf(t, dialect) {
			if s.Verdict == fuzz.Refuse {
				seen[s.Code] = true
			}
		}
		for _, code := range guard.Codes() {
			if code == guard.Unchecked || dialect == guard.Postgres && code == guard.PragmaNotAllowed {
				continue
			}
			assert.True(t, seen[string(code)], "%s: no seed is refused with %s", dialect, code)
		}
	}
}

func TestGuardGivesEverySeedItsVerdict(t *testing.T) {
	for _, dialect := range dialects {
		for _, s := range seedsOf(t, dialect) {
			t.Run(s.Path, func(t *testing.T) {
				stmt, refusal := verdict(t, s)
				if s.Verdict == fuzz.Refuse && !s.Engine {
					require.NotNil(t, refusal, "admitted: %.300q", s.SQL)
					assert.Equal(t, s.Code, string(refusal.Code), "%.300q: %s", s.SQL, refusal)
					assert.NotEmpty(t, refusal.Message)
					assert.NotEmpty(t, refusal.Hint)
					assert.False(t, stmt.Checked())
					return
				}
				if s.Verdict == fuzz.Abort && refusal != nil {
					return // the guard may see it coming
				}
				require.Nil(t, refusal, "refused: %.300q", s.SQL)
				assert.True(t, stmt.Checked())
				if s.Notice != "" {
					assert.True(t, slices.ContainsFunc(stmt.Notices(), func(n guard.Notice) bool { return n.Code == s.Notice }), "no notice %s", s.Notice)
				}
			})
		}
	}
}
