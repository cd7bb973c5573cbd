//go:build cgo

package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/guard"
)

// FuzzCheckPostgres: whatever the text, Check returns, always the same, a statement or a *guard.Refusal with a place
// inside the text, within a time that grows with its length. And what it admits it admits again with the LIMIT that it
// has put in.
func FuzzCheckPostgres(f *testing.F) {
	seeds, err := fuzz.Seeds(guard.Postgres)
	require.NoError(f, err)
	for _, s := range seeds {
		if len(s.SQL) < 4000 {
			f.Add(s.SQL)
		}
	}
	for seed := range uint64(50) {
		text, _ := generatePostgres(seed)
		f.Add(text)
	}
	g, err := guard.New(guard.Policy{Dialect: guard.Postgres, RowCap: rowCap, DenyRelations: []string{"secrets"}, Explain: true})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		inTime(t, g, text)
	})
}
