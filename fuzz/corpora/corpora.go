// Package corpora reads the outside corpora of SQL for tests. They are no part of the project: the environment variable
// VITRINE_CORPORA names the folder where they lie.
package corpora

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
)

// Line is one line of a corpus. What a corpus does not tell is empty.
type Line struct {
	ID, SQL  string
	Dialect  string // "sqlite" or "postgres"
	Expect   string // of an attack: "refuse", "strip", "abort", or "refuse (…)" where a policy or the schema decides
	Category string
	Policy   string   // of an honest text that a default policy may refuse: what it needs
	Schema   string   // of a rewrite trap: what is to be made before it is asked
	Columns  []string `json:"expected_columns"`
	Rows     []string `json:"expected_rows"`
	Error    string   `json:"sqlite_error"`
}

// Named reports whether VITRINE_CORPORA names a folder.
func Named() bool { return os.Getenv("VITRINE_CORPORA") != "" }

// Read returns the lines of a file, unpacked where its name ends in .gz. It skips the test where no folder is named, and
// fails it where the folder has no such file or the file is empty.
func Read(t testing.TB, name string) []Line {
	t.Helper()
	if !Named() {
		t.Skip("VITRINE_CORPORA names no folder: the corpora are not read")
	}
	file, err := os.Open(filepath.Join(os.Getenv("VITRINE_CORPORA"), name))
	require.NoError(t, err)
	defer file.Close()
	var reader io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		reader, err = gzip.NewReader(file)
		require.NoError(t, err)
	}
	var lines []Line
	scanner := bufio.NewScanner(reader)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var l Line
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &l))
		lines = append(lines, l)
	}
	require.NoError(t, scanner.Err())
	require.NotEmpty(t, lines, name)
	return lines
}

// Attacks returns the attacks on a dialect of which one of the given outcomes is expected, or all where none is given. It
// is empty, and skips nothing, where no folder is named.
func Attacks(t testing.TB, dialect string, expect ...string) []Line {
	t.Helper()
	if !Named() {
		return nil
	}
	var attacks []Line
	for _, l := range Read(t, "attacks.jsonl") {
		wanted := len(expect) == 0
		for _, e := range expect {
			wanted = wanted || l.Expect == e
		}
		if wanted && l.Dialect == dialect {
			attacks = append(attacks, l)
		}
	}
	return attacks
}
