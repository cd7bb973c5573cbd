package sandbox_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/fixtures"
	"vitrine/fuzz"
	"vitrine/guard"
)

// childDatabase makes the test binary run every attack on this database, with neither guard nor engine's fence.
const childDatabase = "VITRINE_SANDBOX_DATABASE"

// writes are ways to write that need no guard or engine to be got around: they are simply run.
var writes = []string{
	"DELETE FROM orders", "UPDATE users SET name = 'x'", "DROP TABLE orders", "CREATE TABLE evil(x)", "VACUUM", "REINDEX",
	"VACUUM INTO 'copy.db'", "ATTACH 'evil.db' AS e; CREATE TABLE e.t(x)", "PRAGMA journal_mode = WAL", "PRAGMA user_version = 7",
	"CREATE TEMP TABLE t AS SELECT * FROM orders", "PRAGMA temp_store = FILE; CREATE TEMP TABLE u AS SELECT randomblob(1000) FROM orders a, orders b",
}

func attackDatabase(path string) {
	report, err := sandbox.Enter(sandbox.Auto, sandbox.Plan{ReadFolders: []string{filepath.Dir(path)}, ReadFiles: []string{"/dev/urandom"}})
	fmt.Println("enter", err, report.Stands())
	texts := writes
	seeds, err := fuzz.Seeds(guard.SQLite)
	if err != nil {
		panic(err)
	}
	for _, s := range seeds {
		if s.Verdict == fuzz.Refuse {
			texts = append(texts, s.SQL)
		}
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		panic(err)
	}
	ran := 0
	for _, text := range texts {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		if rows, err := db.QueryContext(ctx, text); err == nil {
			for rows.Next() {
				continue
			}
			rows.Close()
		}
		cancel()
		ran++
	}
	var n int
	err = db.QueryRow("SELECT count(*) FROM orders").Scan(&n)
	fmt.Println("ran", ran, "texts; the database is still read:", n > 0, err)
}

// TestSandboxAlone takes both other fences away: a handle that asks to write, no authorizer, no guard. The database and
// its folder stay as they were.
func TestSandboxAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.sqlite")
	require.NoError(t, fixtures.Secrets(path))
	writer, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	_, err = writer.Exec("PRAGMA journal_mode = DELETE")
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	before := folder(t, dir)

	cmd := exec.Command(os.Args[0])
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), childDatabase+"="+path)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	if !strings.Contains(string(out), "enter <nil> true") {
		t.Skip("the kernel does not offer every part of the sandbox")
	}
	assert.Contains(t, string(out), "the database is still read: true <nil>")
	assert.Equal(t, before, folder(t, dir))
	t.Log(strings.TrimSpace(string(out)))
}

// folder is every file of a folder with the digest of its bytes.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return all
}
