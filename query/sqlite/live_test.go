package sqlite

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// TestReadersBesideAWriter lets a writer move money between accounts while readers add it up: each reader must see all
// of it, in both journal modes, and the writer must get its turn.
func TestReadersBesideAWriter(t *testing.T) {
	for _, journal := range []string{"WAL", "DELETE"} {
		t.Run(journal, func(t *testing.T) {
			path := database(t, "PRAGMA journal_mode = "+journal, "PRAGMA synchronous = OFF",
				"CREATE TABLE accounts(id INTEGER PRIMARY KEY, amount INT)",
				"WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO accounts SELECT i, 100 FROM n")
			s := open(t, path)
			db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(20000)&_pragma=synchronous(0)")
			require.NoError(t, err)
			defer db.Close()
			done := make(chan struct{})
			var readers sync.WaitGroup
			for range 3 {
				readers.Go(func() {
					for {
						select {
						case <-done:
							return
						default:
						}
						rows, err := ask(t.Context(), s, "SELECT sum(amount), count(*) FROM accounts", names("accounts").calling("sum"))
						if e, ok := err.(*query.Error); ok && e.Code == query.CodeLocked {
							continue // told so, after a bounded wait
						}
						if assert.NoError(t, err) {
							assert.Equal(t, [][]any{{int64(20000), int64(200)}}, rows)
						}
					}
				})
			}
			for i := range 60 {
				tx, err := db.Begin()
				require.NoError(t, err)
				_, err = tx.Exec("UPDATE accounts SET amount = amount - 1 WHERE id = ?", i%200+1)
				require.NoError(t, err)
				_, err = tx.Exec("UPDATE accounts SET amount = amount + 1 WHERE id = ?", (i*7)%200+1)
				require.NoError(t, err)
				require.NoError(t, tx.Commit())
			}
			close(done)
			readers.Wait()
		})
	}
}

// TestNoReaderKeepsAWALWriterWaiting holds a read open while a writer with no patience commits.
func TestNoReaderKeepsAWALWriterWaiting(t *testing.T) {
	path := database(t, append(people, "PRAGMA journal_mode = WAL")...)
	s := open(t, path)
	tx, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	c, err := tx.query(names("orders"), "SELECT id FROM orders", guard.Select, nil)
	require.NoError(t, err)
	row := make([]query.Value, 1)
	require.NoError(t, c.Next(row))
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(0)")
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec("DELETE FROM orders")
	require.NoError(t, err)
	n := 1
	for c.Next(row) == nil {
		n++
	}
	assert.Equal(t, 500, n, "the snapshot is that of the beginning")
}

// TestHostileFiles flips bytes of a database. Whatever comes out, it is rows or an error, and no crash.
func TestHostileFiles(t *testing.T) {
	original, err := os.ReadFile(database(t, reorder(secrets)...))
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(5, 6))
	path := filepath.Join(t.TempDir(), "hostile.db")
	opened := 0
	for range 150 {
		content := append([]byte{}, original...)
		for range 1 + random.IntN(40) {
			content[random.IntN(len(content))] = byte(random.IntN(256))
		}
		if random.IntN(4) == 0 {
			content = content[:random.IntN(len(content))]
		}
		require.NoError(t, os.WriteFile(path, content, 0o644))
		s, err := Open(t.Context(), Options{Name: "hostile", Path: path})
		if err != nil {
			continue
		}
		opened++
		for _, text := range []string{"SELECT * FROM users", "SELECT * FROM tokens", "SELECT * FROM docs WHERE docs MATCH 'apple'", "SELECT * FROM boxes", "SELECT * FROM all_users", "SELECT * FROM words"} {
			attemptQuery(s, text, names(strings.Fields(text)[3]))
		}
		g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
		require.NoError(t, err)
		_, _ = s.Tables(t.Context(), g)
		require.NoError(t, s.Close())
	}
	assert.Positive(t, opened)
}

// TestAnAttackersSchema opens a database whose views and triggers do what a caller may not.
func TestAnAttackersSchema(t *testing.T) {
	path := database(t, append(people,
		"CREATE VIEW reads AS SELECT load_extension('evil') AS x FROM users",
		"CREATE VIEW pages AS SELECT * FROM sqlite_dbpage",
		"CREATE VIEW paths AS SELECT * FROM pragma_database_list",
		"CREATE TRIGGER writes INSTEAD OF INSERT ON reads BEGIN DELETE FROM users; END",
		"CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
		"CREATE VIEW first AS SELECT * FROM users", "CREATE VIEW broken AS SELECT * FROM nowhere",
	)...)
	s := open(t, path)
	for _, name := range []string{"reads", "pages", "paths", "broken"} {
		_, err := ask(t.Context(), s, "SELECT * FROM "+name, names(name).denying("sqlite_dbpage"))
		require.Error(t, err, name)
	}
	rows, err := ask(t.Context(), s, "SELECT i FROM endless LIMIT 3", names("endless"))
	require.NoError(t, err)
	assert.Len(t, rows, 3)
}

// TestTwoThousandTables describes a database of two thousand tables.
func TestTwoThousandTables(t *testing.T) {
	var statements []string
	for i := range 2000 {
		statements = append(statements, fmt.Sprintf("CREATE TABLE t%04d(id INTEGER PRIMARY KEY, name TEXT, t%04d_id INT REFERENCES t%04d)", i, i, i/2))
	}
	s := open(t, database(t, append([]string{"PRAGMA synchronous = OFF", "PRAGMA journal_mode = MEMORY"}, "BEGIN; "+strings.Join(statements, ";")+"; COMMIT")...))
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, DenyRelations: []string{"t1*"}, DenyColumns: []string{"t0001.name"}, MaskColumns: []string{"t0002.name"}})
	require.NoError(t, err)
	started := time.Now()
	tables, err := s.Tables(t.Context(), g)
	require.NoError(t, err)
	t.Logf("%d tables in %v", len(tables), time.Since(started))
	assert.Len(t, tables, 1000)
	assert.Equal(t, query.Table{Name: "t0000", Type: "table", Columns: 3}, tables[0])
	assert.Equal(t, 2, tables[1].Columns)
	d, err := s.Describe(t.Context(), g, "", "T0002")
	require.NoError(t, err)
	assert.Empty(t, d.SQL)
	assert.True(t, d.Fields[1].Masked)
	assert.Equal(t, []query.ForeignKey{{Columns: []string{"t0002_id"}, References: "t0001"}}, d.ForeignKeys)
	_, err = s.Describe(t.Context(), g, "", "t1001")
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeUnknownTable, e.Code)
	assert.NotContains(t, e.Message, "t1000", "no near name is told that the policy hides")
}

// TestLongExpressionsAreStopped runs calls that stand beside one another, between which the engine does not look
// whether to go on.
func TestLongExpressionsAreStopped(t *testing.T) {
	assert.EqualValues(t, maxValue, longestValue(3))
	assert.EqualValues(t, maxValue/2, longestValue(128))
	assert.EqualValues(t, 64<<10, longestValue(1_000_000))
	s := open(t, database(t, "CREATE TABLE t(x)"))
	text := "SELECT " + strings.Repeat("length(?1), ", 1000) + "1"
	_, err := ask(t.Context(), s, text, names(), strings.Repeat("a", 4_000_000))
	t.Log(err)
	rows, err := ask(t.Context(), s, "SELECT length(?1)", names(), strings.Repeat("a", 4_000_000))
	require.NoError(t, err, "the limit is that of the statement, not of the connection")
	assert.Equal(t, [][]any{{int64(4_000_000)}}, rows)
}
