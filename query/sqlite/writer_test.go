package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// bank writes a database on which transferFor works.
func bank(t *testing.T, journal string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec("PRAGMA journal_mode = " + journal + `;
		CREATE TABLE accounts(id INTEGER PRIMARY KEY, amount INT);
		CREATE TABLE transfers(id INTEGER PRIMARY KEY AUTOINCREMENT, payer INT, payee INT, amount INT);
		CREATE INDEX transfers_amount ON transfers(amount);
		CREATE TABLE totals(transfers INT, moved INT);
		INSERT INTO totals VALUES (0, 0);
		WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO accounts SELECT i, 1000 FROM n`)
	require.NoError(t, err)
	return path
}

// invariants are true after every transaction of the writer, each in a statement that reads more than one table. The
// last two look at one table by its index and by its rows.
var invariants = []string{
	"SELECT (SELECT sum(amount) FROM accounts) = 200000",
	"SELECT coalesce((SELECT max(id) FROM transfers), 0) = (SELECT transfers FROM totals)",
	"SELECT (SELECT count(*) FROM transfers) = min(500, (SELECT transfers FROM totals))",
	"SELECT (SELECT sum(amount) FROM transfers INDEXED BY transfers_amount WHERE amount >= 0) IS (SELECT sum(amount) FROM transfers NOT INDEXED)",
	"SELECT count(*) FROM accounts a JOIN transfers t ON t.payer = a.id GROUP BY 1 > 0 HAVING count(*) <> (SELECT min(500, transfers) FROM totals)",
}

// writing runs the writer in a process of its own, calls beside until it has ended, and returns how many transactions
// it committed in a second.
func writing(t *testing.T, path string, length time.Duration, beside func(done <-chan struct{})) float64 {
	t.Helper()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), "VITRINE_CHILD_WRITER="+path, "VITRINE_CHILD_FOR="+length.String())
	done := make(chan struct{})
	var readers sync.WaitGroup
	readers.Go(func() { beside(done) })
	out, err := writer.CombinedOutput()
	close(done)
	readers.Wait()
	require.NoError(t, err, "%s", out)
	var committed int
	_, err = fmt.Sscanf(string(out), "committed %d", &committed)
	require.NoError(t, err, "%s", out)
	return float64(committed) / length.Seconds()
}

// tally is what became of the readers.
type tally struct {
	answers, locked atomic.Int64
	longest         atomic.Int64 // that a reader waited, in nanoseconds
	wal             int64        // the most bytes that the WAL had
	restarts        uint32       // of the WAL
}

// kept reports whether the WAL stayed within its bound.
func (c *tally) kept() bool { return c.restarts > 0 && c.wal < mostWAL }

// reading asks the invariants in turn until done, by so many readers that pause so long after each answer. Two
// statements of one snapshot must see the same, too.
func (c *tally) reading(t *testing.T, r *query.Runner, path string, readers int, pause time.Duration, done <-chan struct{}) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	if !assert.NoError(t, err) {
		return
	}
	var group sync.WaitGroup
	for i := range readers {
		group.Go(func() {
			for n := i; ; n++ {
				select {
				case <-done:
					return
				case <-time.After(pause):
				}
				started := time.Now()
				err := holds(t, r, g, invariants[n%len(invariants)])
				took := int64(time.Since(started))
				for longest := c.longest.Load(); took > longest && !c.longest.CompareAndSwap(longest, took); {
					longest = c.longest.Load()
				}
				var failed *query.Error
				switch {
				case err == nil:
					c.answers.Add(1)
				case errors.As(err, &failed) && failed.Code == query.CodeLocked:
					c.locked.Add(1)
				default:
					assert.NoError(t, err)
					return
				}
			}
		})
	}
	group.Go(func() {
		first := true
		var last uint32
		for {
			size, sequence := sqlite.LogState(path + "-wal")
			c.wal = max(c.wal, size)
			if !first && sequence != last {
				c.restarts++
			}
			first, last = false, sequence
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	group.Wait()
}

// holds asks an invariant twice in one snapshot, with what changes with every transaction around it.
func holds(t *testing.T, r *query.Runner, g *guard.Guard, invariant string) error {
	s, err := r.Snapshot(t.Context(), ample)
	if err != nil {
		return err
	}
	defer s.Close()
	const clock = "SELECT transfers, moved FROM totals"
	before, err := rowsOf(s, g, clock)
	if err != nil {
		return err
	}
	got, err := rowsOf(s, g, invariant)
	if err != nil {
		return err
	}
	after, err := rowsOf(s, g, clock)
	if err != nil {
		return err
	}
	assert.Equal(t, before, after, "one snapshot")
	if len(got) > 0 { // an invariant is one row of true, or none that breaks it
		assert.Equal(t, []string{"1"}, got, invariant)
	}
	return nil
}

func rowsOf(s *query.Snapshot, g *guard.Guard, text string) ([]string, error) {
	stmt, err := g.Check(text)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(stmt, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		row := ""
		for i, v := range rows.Values() {
			if i > 0 {
				row += "|"
			}
			switch v.Kind {
			case query.Integer:
				row += fmt.Sprint(v.Int)
			case query.Text, query.Blob:
				row += string(v.Bytes)
			default:
				row += fmt.Sprint("kind ", v.Kind)
			}
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// allFaults reports whether the faults are tried at their full length, as VITRINE_FAULTS=all asks.
func allFaults() bool { return os.Getenv("VITRINE_FAULTS") == "all" }

// mostWAL is what a WAL may come to beside readers. The writer begins it anew when it has a thousand pages of 4 KiB and
// no reader needs what stands in it; readers that overlap can put that off for a while.
const mostWAL = 32 << 20

// TestReadersBesideAWriterAtFullSpeed lets readers ask while another process commits as fast as it can: no reader fails
// but by a lock, after a bounded wait; no answer mixes two states; the WAL is begun anew again and again. How much
// slower the writer is than alone is logged, since it depends on what else the machine does; with VITRINE_FAULTS=all it
// is measured beside readers of several kinds, for 30 seconds each, in turn with as long alone. A machine that is so busy
// that neither side gets anywhere, or the writer all of it, is given two more tries at the WAL.
func TestReadersBesideAWriterAtFullSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	type kind struct {
		readers int
		pause   time.Duration
	}
	rounds, alone, beside, kinds := 2, 1500*time.Millisecond, 2500*time.Millisecond, []kind{{3, 0}}
	if allFaults() {
		rounds, alone, beside, kinds = 10, 3*time.Second, 3*time.Second, []kind{{1, 10 * time.Millisecond}, {4, 40 * time.Millisecond}, {4, 0}}
	}
	for _, journal := range []string{"WAL", "DELETE"} {
		for _, k := range kinds {
			t.Run(fmt.Sprintf("%s/%d readers, each pausing %s", journal, k.readers, k.pause), func(t *testing.T) {
				var c *tally
				for try := 0; try < 3 && (c == nil || journal == "WAL" && !c.kept()); try++ {
					c = new(tally)
					path := bank(t, journal)
					source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "bank", Path: path})
					require.NoError(t, err)
					defer source.Close()
					r := query.NewRunner(source, query.RunnerOptions{Default: ample})
					idle := func(done <-chan struct{}) { <-done }
					var speedAlone, speedBeside float64
					for range rounds { // in turn, so that both have their share of what else the machine does
						speedAlone += writing(t, path, alone, idle) / float64(rounds)
						speedBeside += writing(t, path, beside, func(done <-chan struct{}) { c.reading(t, r, path, k.readers, k.pause, done) }) / float64(rounds)
					}
					t.Logf("%d answers, %d told of a lock, the longest after %s; the writer did %.0f transactions a second beside them and %.0f alone (%.1f %% less); its WAL had %.1f MB at most and was begun anew %d times",
						c.answers.Load(), c.locked.Load(), time.Duration(c.longest.Load()).Round(time.Millisecond), speedBeside, speedAlone, 100*(1-speedBeside/speedAlone), float64(c.wal)/1e6, c.restarts)
					assert.Positive(t, c.answers.Load())
					assert.Less(t, time.Duration(c.longest.Load()), 45*time.Second, "a lock is waited for 2 s, by each of three statements")
					if journal == "WAL" {
						assert.Zero(t, c.locked.Load(), "no writer keeps a reader waiting in WAL mode")
					}
				}
				if journal == "WAL" {
					assert.Less(t, c.wal, int64(mostWAL))
					assert.Positive(t, c.restarts)
				}
			})
		}
	}
}

// TestAReaderThatStallsLetsTheWALGo begins reads and never reads on. Each ends with its budget, and the writer can then
// begin its WAL anew.
func TestAReaderThatStallsLetsTheWALGo(t *testing.T) {
	path := bank(t, "WAL")
	source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "bank", Path: path})
	require.NoError(t, err)
	defer source.Close()
	r := query.NewRunner(source, query.RunnerOptions{Default: ample})
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check("SELECT a.id FROM accounts a, accounts b, accounts c, accounts d")
	require.NoError(t, err)
	var rows *query.Rows
	for budget := time.Second; ; budget *= 3 { // on a busy machine a short one can end before the first row
		rows, err = r.Query(t.Context(), stmt, nil, query.Budget{Time: budget})
		if err == nil && rows.Next() {
			break
		}
		require.Less(t, budget, 20*time.Second, "%v", err)
	}
	writing(t, path, 900*time.Millisecond, func(done <-chan struct{}) { <-done })
	for rows.Next() { // its time is up, at the latest now
		continue
	}
	var failed *query.Error
	require.ErrorAs(t, rows.Err(), &failed)
	assert.Equal(t, query.CodeTimeout, failed.Code)
	// The rows are not closed: the budget alone has ended the transaction.
	var free tally
	for try := 0; try < 10 && free.restarts == 0; try++ { // a slow writer needs its time for a thousand pages
		writing(t, path, 2*time.Second, func(done <-chan struct{}) { free.reading(t, r, path, 0, 0, done) })
	}
	assert.Positive(t, free.restarts, "the WAL of %d bytes was not begun anew", free.wal)
	require.NoError(t, rows.Close())
}
