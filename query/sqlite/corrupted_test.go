package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"index/suffixarray"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// damagedQueries read a table by its rows and by its indexes, an index alone, overflow pages and the schema. The first
// give what stands in the file, as bytes, so that it can be looked for there.
var damagedQueries = []string{
	"SELECT CAST(name AS BLOB), CAST(long AS BLOB) FROM t NOT INDEXED WHERE typeof(name) IN ('text', 'blob') AND typeof(long) IN ('text', 'blob')",
	"SELECT CAST(name AS BLOB) FROM t INDEXED BY t_name WHERE name > '' AND typeof(name) IN ('text', 'blob')",
	"SELECT CAST(k AS BLOB) FROM k WHERE typeof(k) IN ('text', 'blob')",
	"SELECT CAST(sql AS BLOB) FROM sqlite_schema WHERE typeof(sql) = 'text'",
	"SELECT count(*), sum(id), max(length(long)) FROM t",
	"SELECT a.id FROM t a JOIN k ON k.k = a.name WHERE a.id > 3 ORDER BY a.long, a.name DESC",
	"SELECT * FROM t WHERE id = 200",
	"SELECT * FROM t WHERE name = 'name-00399-nnnnnnnnnnnnnnnnnnnn'",
}

const damagedBytes = 4 // how many of damagedQueries give bytes of the file

// TestCorruptedCopies opens hundreds of copies of a database, each with a few bytes of one page flipped, for every kind
// of page, and asks them everything. No copy crashes the process, holds it up, changes or leaves a file, and no answer
// holds what does not stand in the copy: nothing of another database that the process has read, and nothing of its
// memory.
func TestCorruptedCopies(t *testing.T) {
	copies := uint64(40)
	if testing.Short() {
		copies = 10
	}
	if allFaults() {
		copies = 500
	}
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.db")
	require.NoError(t, fixtures.Breakable(whole))
	for _, page := range fixtures.Pages {
		t.Run(string(page), func(t *testing.T) {
			ends := map[string]int{}
			copies := copies
			if page == fixtures.Header || page == fixtures.Schema {
				copies *= 5 // most of these cannot be opened
			}
			for seed := range copies {
				path := filepath.Join(t.TempDir(), "copy.db")
				require.NoError(t, fixtures.Corrupt(whole, path, page, seed))
				askDamaged(t, g, path, ends)
			}
			t.Logf("%d copies: %v", copies, ends)
			assert.Positive(t, ends["answered"], "flips that leave something to read")
		})
	}
}

// askDamaged asks everything of one copy, and counts how it ended.
func askDamaged(t *testing.T, g *guard.Guard, path string, ends map[string]int) {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	// What lies beyond the end reads as zeros.
	known := suffixarray.New(append(content[:len(content):len(content)], make([]byte, 4096)...))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	const budget = 2 * time.Second
	source, err := sqlite.Open(ctx, sqlite.Options{Name: "copy", Path: path, MaxMemory: 32 << 20})
	if err != nil {
		ends["not opened: "+string(damage(t, err))]++
		return
	}
	r := query.NewRunner(source, query.RunnerOptions{})
	for i, text := range damagedQueries {
		stmt, err := g.Check(text)
		require.NoError(t, err)
		started := time.Now()
		result, err := r.Query(ctx, stmt, nil, query.Budget{Time: budget})
		if err != nil {
			ends[string(damage(t, err))]++
			continue
		}
		for result.Next() {
			for _, v := range result.Values() {
				if i < damagedBytes {
					require.True(t, stands(known, v.Bytes), "%s: %s gave bytes that do not stand in the file: %q", path, text, v.Bytes)
				}
			}
		}
		if result.Err() != nil {
			ends[string(damage(t, result.Err()))]++
		} else {
			ends["answered"]++
		}
		require.NoError(t, result.Close())
		require.Less(t, time.Since(started), budget+20*time.Second, text)
	}
	if _, err := source.Tables(ctx, g); err != nil {
		damage(t, err)
	}
	if _, err := source.Describe(ctx, g, "", "t"); err != nil {
		damage(t, err)
	}
	require.NoError(t, source.Close())
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, content, after)
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	for _, e := range entries { // a flipped header may say that the file is in WAL mode
		require.Contains(t, []string{"copy.db", "copy.db-wal", "copy.db-shm"}, e.Name())
	}
}

// damage returns the code of an error of a damaged file, which must not be that of a fault of the program.
func damage(t *testing.T, err error) query.Code {
	t.Helper()
	var failed *query.Error
	var refusal *guard.Refusal
	if errors.As(err, &refusal) { // the schema may make a denied thing of what was asked
		return query.Code(refusal.Code)
	}
	require.True(t, errors.As(err, &failed), "%T", err)
	require.NotEqual(t, query.CodeInternal, failed.Code, failed.Message)
	return failed.Code
}

// stands reports whether bytes are made of pieces of the file: of one, and one more for each page that a long value may
// run over.
func stands(known *suffixarray.Index, value []byte) bool {
	for pieces := 2 + len(value)/400; len(value) > 0; pieces-- {
		if pieces == 0 {
			return false
		}
		low, high := 0, len(value) // the longest beginning that stands in the file
		for low < high {
			middle := (low + high + 1) / 2
			if len(known.Lookup(value[:middle], 1)) > 0 {
				low = middle
			} else {
				high = middle - 1
			}
		}
		if low == 0 {
			return false
		}
		value = value[low:]
	}
	return true
}

// TestCorruptedLogs flips bytes of a write-ahead log and of the shared memory beside it.
func TestCorruptedLogs(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check("SELECT count(*), sum(length(note)) FROM t")
	require.NoError(t, err)
	path := faulty(t, "WAL")
	copies := uint64(20)
	if allFaults() {
		copies = 200
	}
	ends := map[string]int{}
	for _, part := range []string{"-wal", "-shm"} {
		content, err := os.ReadFile(path + part)
		require.NoError(t, err)
		for seed := range copies {
			random := rand.New(rand.NewPCG(seed, 7))
			for _, name := range []string{"", "-wal", "-shm"} {
				require.NoError(t, over(path+name, filepath.Join(filepath.Dir(path), "copy.db"+name)))
			}
			damaged := append([]byte(nil), content...)
			for range 1 + random.IntN(8) {
				at := random.IntN(len(damaged))
				if random.IntN(2) == 0 { // the heads of the log and of its frames
					at = random.IntN(min(200, len(damaged)))
				}
				damaged[at] ^= byte(1 + random.IntN(255))
			}
			if random.IntN(4) == 0 {
				damaged = damaged[:random.IntN(len(damaged))]
			}
			copied := filepath.Join(filepath.Dir(path), "copy.db")
			require.NoError(t, os.WriteFile(copied+part, damaged, 0o600))
			source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "copy", Path: copied})
			if err != nil {
				ends["not opened: "+string(damage(t, err))]++
				continue
			}
			r := query.NewRunner(source, query.RunnerOptions{Default: ample})
			result, err := r.Query(t.Context(), stmt, nil, query.Budget{})
			if err == nil {
				for result.Next() {
					ends[fmt.Sprint("answered ", result.Values()[0].Int == rows)]++
				}
				err = result.Err()
				require.NoError(t, result.Close())
			}
			if err != nil && !errors.Is(err, io.EOF) {
				ends[string(damage(t, err))]++
			}
			require.NoError(t, source.Close())
		}
	}
	t.Logf("%v", ends)
	assert.Positive(t, ends["answered true"])
	assert.Zero(t, ends["answered false"], "a torn log is cut at its last whole transaction, and no row of the database is lost by it")
}
