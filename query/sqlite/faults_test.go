package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// fault is something that happens to the file of a database while it is read, done by another process or by a system
// call that opens nothing: to close a file drops the locks that a process holds on it.
type fault struct {
	name   string
	strike func(t *testing.T, path string)
	// ends are the codes of the query that runs, codes those of a new one; "" is a whole and right answer.
	ends, codes []query.Code
	wal         bool // only with a write-ahead log
}

// rows is what the database of a fault holds: more than the engine caches, so that a query that has begun must read on.
const rows = 20000

const faultyQuery = "SELECT id, note FROM t WHERE length(note) = 300"

// faulty writes the database, with some of its rows in the log where there is one.
func faulty(t *testing.T, journal string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "faulty.db")
	faultyAt(t, path, journal)
	return path
}

func faultyAt(t *testing.T, path, journal string) {
	t.Helper()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), "VITRINE_CHILD_FAULTY="+path, "VITRINE_CHILD_JOURNAL="+journal)
	out, err := writer.CombinedOutput()
	require.NoError(t, err, "%s", out)
	if journal == "WAL" {
		require.FileExists(t, path+"-wal")
	}
}

// writeFaulty is what the child of faulty does. It ends without closing the database, so that the log stays.
func writeFaulty(path, journal string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec("PRAGMA journal_mode = " + journal + fmt.Sprintf(`; CREATE TABLE t(id INTEGER PRIMARY KEY, note TEXT);
		WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO t SELECT i, printf('%%-300d', i) FROM n;
		PRAGMA wal_checkpoint; UPDATE t SET note = printf('%%300d', id) WHERE id %% 50 = 0`, rows))
	return err
}

func over(from, to string) error { return exec.Command("cp", from, to).Run() }

func file(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "content")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

var faults = []fault{
	{
		name: "replaced by another",
		strike: func(t *testing.T, path string) {
			other := filepath.Join(filepath.Dir(path), "other.db")
			db, err := sql.Open("sqlite", other)
			require.NoError(t, err)
			_, err = db.Exec("CREATE TABLE t(id, note); INSERT INTO t VALUES (1, printf('%300d', 1))")
			require.NoError(t, err)
			require.NoError(t, db.Close())
			require.NoError(t, os.RemoveAll(path+"-wal"))
			require.NoError(t, os.RemoveAll(path+"-shm"))
			require.NoError(t, os.Rename(other, path))
		},
		ends: []query.Code{""}, codes: []query.Code{"one row"},
	},
	{
		name:   "deleted",
		strike: func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) },
		ends:   []query.Code{""}, codes: []query.Code{query.CodeNotFound},
	},
	{
		name:   "truncated to nothing",
		strike: func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 0)) },
		ends:   []query.Code{query.CodeCorrupt, query.CodeUnreadable, query.CodeNotADatabase},
		codes:  []query.Code{query.CodeUnknownTable, query.CodeCorrupt, query.CodeUnreadable, query.CodeNotADatabase},
	},
	{
		name:   "cut in half",
		strike: func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 3_000_000)) },
		ends:   []query.Code{query.CodeCorrupt, query.CodeUnreadable},
		codes:  []query.Code{query.CodeCorrupt, query.CodeUnreadable},
	},
	{
		name:   "cut within a page",
		strike: func(t *testing.T, path string) { require.NoError(t, os.Truncate(path, 4096*300+77)) },
		ends:   []query.Code{query.CodeCorrupt, query.CodeUnreadable},
		codes:  []query.Code{query.CodeCorrupt, query.CodeUnreadable, query.CodeNotADatabase},
	},
	{
		name: "turned into garbage",
		strike: func(t *testing.T, path string) {
			require.NoError(t, over(file(t, bytes.Repeat([]byte("garbage, and no database. "), 300_000)), path))
		},
		ends:  []query.Code{query.CodeCorrupt, query.CodeUnreadable, query.CodeNotADatabase},
		codes: []query.Code{query.CodeNotADatabase, query.CodeCorrupt},
	},
	{
		name: "its pages turned into zeros",
		strike: func(t *testing.T, path string) {
			content, err := exec.Command("head", "-c", "4096", path).Output()
			require.NoError(t, err)
			require.NoError(t, over(file(t, append(content, make([]byte, 8<<20)...)), path))
		},
		ends:  []query.Code{query.CodeCorrupt},
		codes: []query.Code{query.CodeCorrupt},
	},
	{
		name: "become a folder",
		strike: func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Mkdir(path, 0o755))
		},
		ends: []query.Code{""}, codes: []query.Code{query.CodeNotADatabase},
	},
	{
		name: "its log deleted", wal: true,
		strike: func(t *testing.T, path string) { require.NoError(t, os.Remove(path+"-wal")) },
		ends:   []query.Code{""}, codes: []query.Code{"", query.CodeCorrupt, query.CodeUnreadable},
	},
	{
		name: "its log truncated", wal: true,
		strike: func(t *testing.T, path string) { require.NoError(t, os.Truncate(path+"-wal", 0)) },
		ends:   []query.Code{query.CodeUnreadable, query.CodeCorrupt},
		codes:  []query.Code{query.CodeUnreadable, query.CodeCorrupt, "stale"},
	},
	{
		name: "its log turned into garbage", wal: true,
		strike: func(t *testing.T, path string) {
			require.NoError(t, over(file(t, bytes.Repeat([]byte("garbage "), 1<<18)), path+"-wal"))
		},
		ends:  []query.Code{query.CodeUnreadable, query.CodeCorrupt},
		codes: []query.Code{query.CodeUnreadable, query.CodeCorrupt, "stale"},
	},
	{
		name: "its shared memory truncated", wal: true,
		strike: func(t *testing.T, path string) { require.NoError(t, os.Truncate(path+"-shm", 0)) },
		ends:   []query.Code{"", query.CodeUnreadable}, codes: []query.Code{""},
	},
	{
		name: "its shared memory deleted", wal: true,
		strike: func(t *testing.T, path string) { require.NoError(t, os.Remove(path+"-shm")) },
		ends:   []query.Code{""}, codes: []query.Code{""},
	},
	{
		name: "its shared memory turned into garbage", wal: true,
		strike: func(t *testing.T, path string) {
			require.NoError(t, over(file(t, bytes.Repeat([]byte{0xa5}, 32768)), path+"-shm"))
		},
		ends:  []query.Code{"", query.CodeUnreadable, query.CodeCorrupt, query.CodeLocked},
		codes: []query.Code{"", "stale", query.CodeUnreadable, query.CodeCorrupt, query.CodeLocked},
	},
}

// TestFaultsWhileAQueryRuns lets each happen to a database that a query has begun to read. Nothing crashes or hangs;
// the query ends with a code that says what is wrong, a new one too, and once the file is as it was both are answered.
func TestFaultsWhileAQueryRuns(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check(faultyQuery)
	require.NoError(t, err)
	for _, journal := range []string{"DELETE", "WAL"} {
		for _, f := range faults {
			if f.wal && journal != "WAL" {
				continue
			}
			t.Run(journal+"/"+f.name, func(t *testing.T) {
				path := faulty(t, journal)
				kept := t.TempDir()
				names, err := filepath.Glob(path + "*")
				require.NoError(t, err)
				for _, name := range names {
					require.NoError(t, over(name, filepath.Join(kept, filepath.Base(name))))
				}
				source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "faulty", Path: path})
				require.NoError(t, err)
				defer source.Close()
				r := query.NewRunner(source, query.RunnerOptions{Default: ample})
				require.Equal(t, query.Code(""), answer(r, stmt, nil))

				code := answer(r, stmt, func() { f.strike(t, path) })
				assert.Contains(t, f.ends, code, "the query that ran")
				for range 3 { // with one connection and another
					code = answer(r, stmt, nil)
					assert.Contains(t, f.codes, code, "a new query")
				}
				// The file comes back: whole, and under its name.
				require.NoError(t, os.RemoveAll(path))
				require.NoError(t, os.RemoveAll(path+"-wal"))
				require.NoError(t, os.RemoveAll(path+"-shm"))
				for _, name := range names {
					require.NoError(t, over(filepath.Join(kept, filepath.Base(name)), name+".back"))
				}
				for _, name := range names {
					require.NoError(t, os.Rename(name+".back", name))
				}
				assert.Equal(t, query.Code(""), answer(r, stmt, nil), "the file is back")

				// Once more, and the same file gets its content back.
				answer(r, stmt, func() { f.strike(t, path) })
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					require.NoError(t, os.Remove(path))
				}
				for _, name := range names {
					require.NoError(t, over(filepath.Join(kept, filepath.Base(name)), name))
				}
				assert.Equal(t, query.Code(""), answer(r, stmt, nil), "the content is back")
			})
		}
	}
}

// ample is the budget of what must not end for want of time, on however busy a machine.
var ample = query.Budget{Time: time.Minute}

// answer reads a statement to its end, calls strike behind its tenth row, and returns the code of the error that ended
// it, "" for a whole and right answer, and else what the answer is.
func answer(r *query.Runner, stmt guard.Statement, strike func()) query.Code {
	result, err := r.Query(context.Background(), stmt, nil, query.Budget{})
	if err != nil {
		return failureOf(err)
	}
	defer result.Close()
	right, logged := 0, 0
	for result.Next() {
		v := result.Values()
		switch string(v[1].Bytes) {
		case fmt.Sprintf("%-300d", v[0].Int):
			right++
		case fmt.Sprintf("%300d", v[0].Int):
			right++
			logged++
		default:
			return "wrong rows"
		}
		if strike != nil && right == 10 {
			strike()
		}
	}
	switch {
	case result.Err() != nil:
		return failureOf(result.Err())
	case right == rows && logged == rows/50:
		return ""
	case right == rows && logged < rows/50:
		return "stale"
	case right == 1:
		return "one row"
	}
	return "too few rows"
}

func failureOf(err error) query.Code {
	var failed *query.Error
	if !errors.As(err, &failed) {
		return query.Code(fmt.Sprintf("an error of type %T", err))
	}
	if failed.Message == "" || failed.Hint == "" {
		return "no message"
	}
	return failed.Code
}
