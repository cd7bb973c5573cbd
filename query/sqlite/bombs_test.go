package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/fuzz"
	"vitrine/fuzz/corpora"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// TestBombsBesideHonestQueries runs ten bombs at a time beside honest queries, on one process-wide budget of memory.
// Each bomb ends with an error of its own, every honest query is answered or told that it was busy, and the process
// stays small.
func TestBombsBesideHonestQueries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.sqlite")
	require.NoError(t, fixtures.Secrets(path))
	db, err := sql.Open("sqlite", path) // with the table that the corpora's bombs ask
	require.NoError(t, err)
	_, err = db.Exec("CREATE TABLE t(a INT, b TEXT); WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000) INSERT INTO t SELECT i, printf('%05d-%.*c', i, 200, 'x') FROM n")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "arena", Path: path, MaxMemory: sqlite.DefaultMaxMemory / 2})
	require.NoError(t, err)
	defer source.Close()
	bombRunner := query.NewRunner(source, query.RunnerOptions{Default: ample, Concurrent: 10, Waiting: 100})
	honestRunner := query.NewRunner(source, query.RunnerOptions{Default: ample, Concurrent: 4, Waiting: 100})
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 1000})
	require.NoError(t, err)
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(t, err)

	most := watchMemory(t)
	var bombs, honest sync.WaitGroup
	var busy, answered atomic.Int64
	ended := make(chan struct{})
	for range 2 {
		honest.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
				}
				err := run(honestRunner, g, "SELECT u.name, count(*) FROM users u JOIN orders o ON o.user_id = u.id GROUP BY u.id ORDER BY 2", ample.Time)
				var failed *query.Error
				switch {
				case err == nil:
					answered.Add(1)
				case errors.As(err, &failed) && failed.Code == query.CodeBusy:
					busy.Add(1)
				default:
					assert.NoError(t, err)
				}
			}
		})
	}
	type bomb struct{ name, sql string }
	var all []bomb
	for _, s := range seeds {
		if s.Verdict == fuzz.Abort {
			all = append(all, bomb{s.Path, s.SQL})
		}
	}
	// Of the corpora's some are cut at the cap of rows instead, or are within the budgets of this machine.
	for _, l := range corpora.Attacks(t, string(guard.SQLite), "abort") {
		all = append(all, bomb{"", l.SQL})
	}
	slots := make(chan struct{}, 10)
	for _, b := range all {
		slots <- struct{}{}
		bombs.Go(func() {
			defer func() { <-slots }()
			err := run(bombRunner, g, b.sql, 2*time.Second)
			if err == nil && b.name == "" {
				return
			}
			var failed *query.Error
			if assert.Truef(t, errors.As(err, &failed), "%s: %.120s: %v", b.name, b.sql, err) {
				codes := []query.Code{query.CodeTimeout, query.CodeOutOfMemory, query.CodeTooLongValue, query.CodeBusy}
				if b.name == "" { // JSON cannot hold the blobs that one of them collects
					codes = append(codes, query.CodeQueryError)
				}
				assert.Contains(t, codes, failed.Code, "%s: %.120s", b.name, b.sql)
			}
		})
	}
	bombs.Wait()
	close(ended)
	honest.Wait()
	assert.Positive(t, answered.Load())
	peak := most()
	t.Logf("%d bombs, %d honest queries answered, %d told busy, most resident %d MiB", len(all), answered.Load(), busy.Load(), peak>>20)
	if !underRace {
		assert.Less(t, peak, int64(600<<20))
	}
}

func run(r *query.Runner, g *guard.Guard, text string, budget time.Duration) error {
	stmt, err := g.Check(text)
	if err != nil {
		return err
	}
	rows, err := r.Query(context.Background(), stmt, nil, query.Budget{Time: budget})
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		continue
	}
	return rows.Err()
}

// watchMemory samples the resident memory of the process until the function that it returns is called, which tells the
// most that was seen; 0 where the system does not tell.
func watchMemory(t *testing.T) func() int64 {
	t.Helper()
	resident := regexp.MustCompile(`VmRSS:\s+(\d+) kB`)
	var most int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			if text, err := os.ReadFile("/proc/self/status"); err == nil {
				if found := resident.FindSubmatch(text); found != nil {
					kb, _ := strconv.ParseInt(string(found[1]), 10, 64)
					most = max(most, kb<<10)
				}
			}
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(stop)
		<-stopped
		return most
	}
}

// TestMemoryThatOthersHold leaves less memory to the process than one query may have: what it lacks is then not its own
// doing, so that it is told to come again.
func TestMemoryThatOthersHold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.sqlite")
	require.NoError(t, fixtures.Secrets(path))
	source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "arena", Path: path, MaxMemory: 64 << 20})
	require.NoError(t, err)
	defer source.Close()
	r := query.NewRunner(source, query.RunnerOptions{Default: ample})
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	const hungry = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT count(DISTINCT randomblob(900)) FROM n"
	require.NoError(t, run(r, g, hungry, ample.Time))

	sqlite.LimitMemory(8 << 20)
	defer sqlite.LimitMemory(sqlite.DefaultMaxMemory)
	var failed *query.Error
	require.ErrorAs(t, run(r, g, hungry, ample.Time), &failed)
	assert.Equal(t, query.CodeBusy, failed.Code, failed.Message)
	require.NoError(t, run(r, g, "SELECT 1", ample.Time), "the connection goes on")

	// The second try is answered where the memory has come back meanwhile.
	assert.NoError(t, run(query.NewRunner(&giving{Source: source}, query.RunnerOptions{Default: ample}), g, hungry, ample.Time))
}

// giving is a source that has the memory back from its second transaction on.
type giving struct {
	query.Source
	begun int
}

func (g *giving) Begin(ctx context.Context, b query.Budget) (query.Tx, error) {
	if g.begun++; g.begun == 2 {
		sqlite.LimitMemory(sqlite.DefaultMaxMemory)
	}
	return g.Source.Begin(ctx, b)
}
