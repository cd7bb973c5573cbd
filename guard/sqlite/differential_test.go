package sqlite_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fuzz/oracle"
)

// corpus returns the SQL of a file in the folder that VITRINE_CORPORA names, and skips the test without it.
func corpus(t testing.TB, name string) []string {
	folder := os.Getenv("VITRINE_CORPORA")
	if folder == "" {
		t.Skip("VITRINE_CORPORA names no folder with " + name)
	}
	file, err := os.Open(filepath.Join(folder, name))
	require.NoError(t, err)
	defer file.Close()
	var lines io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		lines, err = gzip.NewReader(file)
		require.NoError(t, err)
	}
	var texts []string
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var line struct{ SQL, Dialect string }
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &line))
		if line.SQL != "" && (line.Dialect == "" || line.Dialect == "sqlite") {
			texts = append(texts, line.SQL)
		}
	}
	require.NoError(t, scanner.Err())
	return texts
}

func engine(t testing.TB) *oracle.Engine {
	e, err := oracle.Open()
	require.NoError(t, err)
	e.Authorize()
	t.Cleanup(e.Close)
	return e
}

var corpora = []string{"sqlite-legit.jsonl.gz", "attacks.jsonl", "rewrite-traps.jsonl"}

func TestReadsTheCorporaAsSQLiteDoes(t *testing.T) {
	e := engine(t)
	for _, name := range corpora {
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
	for _, name := range corpora {
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
