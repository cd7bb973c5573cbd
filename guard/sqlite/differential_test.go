package sqlite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fuzz/corpora"
	"vitrine/fuzz/oracle"
)

// corpus returns the SQL of a file of the corpora that is SQLite's, and skips the test where no folder is named.
func corpus(t testing.TB, name string) []string {
	var texts []string
	for _, l := range corpora.Read(t, name) {
		if l.SQL != "" && (l.Dialect == "" || l.Dialect == "sqlite") {
			texts = append(texts, l.SQL)
		}
	}
	return texts
}

func engine(t testing.TB) *oracle.Engine {
	e, err := oracle.Open()
	require.NoError(t, err)
	e.Authorize()
	t.Cleanup(e.Close)
	return e
}

var corpusFiles = []string{"sqlite-legit.jsonl.gz", "attacks.jsonl", "rewrite-traps.jsonl"}

func TestReadsTheCorporaAsSQLiteDoes(t *testing.T) {
	e := engine(t)
	for _, name := range corpusFiles {
		texts := corpus(t, name)
		for _, text := range texts {
			if difference := oracle.Compare(e, text); difference != "" {
				t.Errorf("%.2000q\n%s", text, difference)
			}
		}
		t.Logf("%s: %d texts", name, len(texts))
	}
}

// TestReadsMutationsAsSQLiteDoes compares texts that are mostly wrong.
func TestReadsMutationsAsSQLiteDoes(t *testing.T) {
	e := engine(t)
	for _, name := range corpusFiles {
		for i, text := range corpus(t, name) {
			if len(text) > 2000 {
				continue
			}
			mutated := oracle.Mutate(text, uint64(i)+1)
			if difference := oracle.Compare(e, mutated); difference != "" {
				t.Errorf("%q\n%s", mutated, difference)
			}
		}
	}
}
