package sqlite

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/fuzz"
	"vitrine/guard"
)

// TestGuardOff hands every text that the guard must refuse straight to the engine: the seeds and, where VITRINE_CORPORA
// names them, the attacks of the corpora. Each runs twice, under the authorizer with everything admitted that can be
// named, and without the authorizer, where only the read-only open, query_only and the limits are left. No byte may
// change and no file may appear either way.
func TestGuardOff(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.db")
	require.NoError(t, fixtures.Secrets(path))
	write(t, path, "PRAGMA journal_mode = DELETE")
	t.Chdir(dir)
	s := open(t, path)
	all := everything{standIn{relations: []string{"users", "orders", "sqlite_schema", "sqlite_dbpage", "dbstat", "pragma_optimize", "pragma_journal_mode"}}}
	before, listing := fingerprint(t, path)
	texts := attackTexts(t)
	for _, text := range texts {
		attemptQuery(s, text, all)
		withoutAuthorizer(t, path, text)
		after, now := fingerprint(t, path)
		require.Equal(t, before, after, "%.300q", text)
		require.Equal(t, listing, now, "%.300q", text)
	}
	t.Logf("%d attacks changed nothing with the guard off", len(texts))
}

func withoutAuthorizer(t *testing.T, path, text string) {
	c, err := connect(uri(path, false), DefaultMaxMemory)
	require.NoError(t, err)
	defer c.close()
	defer c.auth.enter(heedless{})()
	defer time.AfterFunc(time.Second, c.cancel).Stop()
	statement, err := c.prepare(text)
	if err != nil {
		return
	}
	for more := true; more && err == nil; {
		more, err = statement.step()
	}
	statement.finalize()
	if c.inTransaction() {
		_ = c.run("ROLLBACK")
	}
}

func attackTexts(t *testing.T) []string {
	t.Helper()
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(t, err)
	var texts []string
	for _, s := range seeds {
		if s.Verdict == fuzz.Refuse {
			texts = append(texts, s.SQL)
		}
	}
	folder := os.Getenv("VITRINE_CORPORA")
	if folder == "" {
		return texts
	}
	file, err := os.Open(filepath.Join(folder, "attacks.jsonl"))
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var line struct{ SQL, Expect, Dialect string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line))
		if line.Dialect == string(guard.SQLite) && line.Expect == "refuse" {
			texts = append(texts, line.SQL)
		}
	}
	require.NoError(t, lines.Err())
	return texts
}
