package query_test

import (
	"context"
	"database/sql"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// bench is a runner on a database of the two tables of the documented cases, with a cap of 100 rows.
type bench struct {
	t      *testing.T
	path   string
	guard  *guard.Guard
	runner *query.Runner
}

func newBench(t *testing.T, o query.RunnerOptions) *bench {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases.db")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	for _, s := range []string{
		"CREATE TABLE orders(id INTEGER PRIMARY KEY, user_id INT, amount REAL, note TEXT)",
		"WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO orders SELECT i, i % 2, i * 1.5, 'n' || i FROM n",
		"CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, token TEXT)",
		"INSERT INTO users VALUES (1, 'Ann', 't1'), (2, 'Bob', 't2')",
	} {
		_, err := db.Exec(s)
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "cases", Path: path})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite, RowCap: 100})
	require.NoError(t, err)
	if o.Default.Time == 0 {
		o.Default.Time = time.Minute // what is to end before its time says so itself; nothing else may, on however busy a machine
	}
	return &bench{t: t, path: path, guard: g, runner: query.NewRunner(source, o)}
}

// result is everything that a query gave.
type result struct {
	columns   []query.Column
	rows      [][]any
	truncated query.TruncatedBy
	notices   []guard.Notice
}

func (b *bench) try(ctx context.Context, text string, args query.Args, budget query.Budget) (result, error) {
	stmt, err := b.guard.Check(text)
	if err != nil {
		return result{}, err
	}
	rows, err := b.runner.Query(ctx, stmt, args, budget)
	if err != nil {
		return result{}, err
	}
	defer rows.Close()
	r := result{columns: rows.Columns(), rows: [][]any{}}
	for rows.Next() {
		var row []any
		for _, v := range rows.Values() {
			row = append(row, value(v))
		}
		r.rows = append(r.rows, row)
	}
	assert.Equal(b.t, len(r.rows), rows.Count())
	r.truncated, r.notices = rows.TruncatedBy(), rows.Notices()
	return r, rows.Err()
}

func (b *bench) ask(text string) result {
	b.t.Helper()
	r, err := b.try(b.t.Context(), text, nil, query.Budget{})
	require.NoError(b.t, err, text)
	return r
}

func value(v query.Value) any {
	switch v.Kind {
	case query.Integer:
		return v.Int
	case query.Real:
		return v.Float
	case query.Text:
		return string(v.Bytes)
	case query.Blob:
		return append([]byte{}, v.Bytes...)
	}
	return nil
}

func one(values ...any) [][]any { return [][]any{values} }

func ids(from, to int64) [][]any {
	var rows [][]any
	for i := from; i <= to; i++ {
		rows = append(rows, []any{i})
	}
	return rows
}

func TestCases(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	for _, c := range []struct {
		name, text string
		rows       [][]any
		truncated  query.TruncatedBy
	}{
		{"T1", "-- top\n/* c */ SELECT count(*) AS n FROM orders", one(int64(500)), ""},
		{"T2", "WITH t AS (SELECT id FROM orders WHERE id<=3) SELECT count(*) AS n FROM t", one(int64(3)), ""},
		{"T3", "SELECT 'update; drop table users; --' AS s, 'Pragmatic%' AS p", one("update; drop table users; --", "Pragmatic%"), ""},
		{"T4", "SELECT 1 AS a; -- done", one(int64(1)), ""},
		{"T4", "SELECT 1;", one(int64(1)), ""},
		{"T5", "SELECT id FROM orders ORDER BY id -- newest", ids(1, 100), query.TruncatedByRows},
		{"T6", "SELECT id FROM orders ORDER BY id LIMIT 3 OFFSET 2", ids(3, 5), ""},
		{"T9", "SELECT id FROM orders WHERE id<=100", ids(1, 100), ""},
		{"T9", "SELECT id FROM orders WHERE id<=101", ids(1, 100), query.TruncatedByRows},
		{"T13", "SELECT 9007199254740993 AS v, -9223372036854775808 AS w", one(int64(9007199254740993), int64(math.MinInt64)), ""},
		{"T14", "SELECT 9e999 AS p, -9e999 AS m, NULL AS n", one(math.Inf(1), math.Inf(-1), nil), ""},
		{"T15", "SELECT x'00ff10' AS b, zeroblob(0) AS e", one([]byte{0, 255, 16}, []byte{}), ""},
		{"T16", "SELECT id,name FROM users WHERE 1=0", [][]any{}, ""},
		{"T17", "SELECT '00:04' AS t, 'a:b' AS u", one("00:04", "a:b"), ""},
		{"T20", "SELECT 1 AS a, 2 AS a, 3 AS a", one(int64(1), int64(2), int64(3)), ""},
		{"T21", "SELECT name FROM pragma_table_info('users')", [][]any{{"id"}, {"name"}, {"token"}}, ""},
	} {
		r := b.ask(c.text)
		assert.Equal(t, c.rows, r.rows, c.name)
		assert.Equal(t, c.truncated, r.truncated, c.name)
	}
	// Which rows these give is not defined: how many there are is.
	for _, text := range []string{
		"SELECT id FROM orders WHERE id IN (SELECT id FROM orders LIMIT 200)", // T7: an inner LIMIT is not the outer cap
		"SELECT id FROM orders UNION ALL SELECT id FROM orders",               // T8
		"SELECT id FROM orders LIMIT 10, 5000",
		"SELECT id FROM orders LIMIT 0x2000",
		"SELECT id FROM orders LIMIT -1",
		"SELECT id FROM orders UNION ALL VALUES (1)",
	} {
		r := b.ask(text)
		assert.Len(t, r.rows, 100, text)
		assert.Equal(t, query.TruncatedByRows, r.truncated, text)
		require.NotEmpty(t, r.notices, text)
		assert.Equal(t, query.NoticeTruncated, r.notices[len(r.notices)-1].Code, text)
	}
}

func TestColumnsAreNamedAndTyped(t *testing.T) { // T16, T20
	b := newBench(t, query.RunnerOptions{})
	assert.Equal(t, []query.Column{{Name: "id", Type: "INTEGER"}, {Name: "name", Type: "TEXT"}}, b.ask("SELECT id,name FROM users WHERE 1=0").columns)
	assert.Equal(t, []query.Column{{Name: "a"}, {Name: "a"}, {Name: ""}}, b.ask(`SELECT 1 AS a, 2 AS a, 3 AS ""`).columns)
}

func TestWritesAreRefused(t *testing.T) { // T10 to T12, T21
	b := newBench(t, query.RunnerOptions{})
	t.Chdir(filepath.Dir(b.path))
	for _, text := range []string{
		"WITH x AS (SELECT 1) DELETE FROM users WHERE id=1 -- limit 1",
		"SELECT 1; DELETE FROM users",
		"ATTACH 'evil.db' AS e",
		"VACUUM INTO 'copy.db'",
		"PRAGMA journal_mode=DELETE",
	} {
		_, err := b.try(t.Context(), text, nil, query.Budget{})
		var r *guard.Refusal
		require.ErrorAs(t, err, &r, text)
	}
	assert.Equal(t, one(int64(2)), b.ask("SELECT count(*) FROM users").rows)
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, entries, 1, "only the database itself")
}

func TestAnEndlessQueryTimesOut(t *testing.T) { // T18
	b := newBench(t, query.RunnerOptions{Concurrent: 1})
	started := time.Now()
	_, err := b.try(t.Context(), "WITH t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t", nil, query.Budget{Time: 200 * time.Millisecond})
	elapsed := time.Since(started)
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeTimeout, e.Code)
	assert.Contains(t, e.Message, "200ms")
	assert.Contains(t, e.Hint, "time limit")
	assert.Less(t, elapsed, 20*time.Second, "it would never end")
	assert.Equal(t, one(int64(1)), b.ask("SELECT 1").rows)
}

func TestUnknownNamesGetSuggestions(t *testing.T) { // T19
	b := newBench(t, query.RunnerOptions{})
	for _, c := range []struct {
		text    string
		code    query.Code
		message string
	}{
		{"SELECT nmae FROM users", query.CodeUnknownColumn, "no such column: nmae; did you mean name?"},
		{"SELECT u.Tokn FROM users u", query.CodeUnknownColumn, "no such column: u.Tokn; did you mean token?"},
		{"SELECT userid FROM orders", query.CodeUnknownColumn, "no such column: userid; did you mean user_id?"},
		{"SELECT * FROM user", query.CodeUnknownTable, "no such table: user; did you mean users?"},
		{"SELECT * FROM ordres", query.CodeUnknownTable, "no such table: ordres; did you mean orders?"},
		{"SELECT zzz FROM users", query.CodeUnknownColumn, "no such column: zzz"},
	} {
		_, err := b.try(t.Context(), c.text, nil, query.Budget{})
		var e *query.Error
		if assert.ErrorAs(t, err, &e, c.text) {
			assert.Equal(t, c.code, e.Code, c.text)
			assert.Equal(t, c.message, e.Message, c.text)
			assert.NotEmpty(t, e.Hint, c.text)
		}
	}
}

func TestParametersAreBound(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	for _, c := range []struct {
		text string
		args query.Args
		want [][]any
	}{
		{"SELECT name FROM users WHERE id = :id", query.Args{"id": int64(2)}, one("Bob")},
		{"SELECT ?2, ?1", query.Positional("a", 1.5), one(1.5, "a")},
		{"SELECT ?, ?", query.Positional(nil, true), one(nil, int64(1))},
		{"SELECT $a, @a, :a", query.Args{"a": []byte{0, 1}}, one([]byte{0, 1}, []byte{0, 1}, []byte{0, 1})},
		{"SELECT ?3", query.Args{"3": "x\x00y"}, one("x\x00y")},
	} {
		r, err := b.try(t.Context(), c.text, c.args, query.Budget{})
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, r.rows, c.text)
	}
	for _, c := range []struct {
		text string
		args query.Args
	}{
		{"SELECT :a", nil}, {"SELECT 1", query.Args{"a": nil}}, {"SELECT :a", query.Args{"a": struct{}{}}},
	} {
		_, err := b.try(t.Context(), c.text, c.args, query.Budget{})
		var e *query.Error
		require.ErrorAs(t, err, &e, c.text)
		assert.Equal(t, query.CodeParameter, e.Code, c.text)
	}
}

func TestWhatNoGuardCheckedIsNotRun(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	_, err := b.runner.Query(t.Context(), guard.Statement{}, nil, query.Budget{})
	var r *guard.Refusal
	require.ErrorAs(t, err, &r)
	assert.Equal(t, guard.Unchecked, r.Code)
	tx, err := b.runner.Source().Begin(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	_, err = tx.Query(guard.Statement{}, nil)
	require.ErrorAs(t, err, &r)
	assert.Equal(t, guard.Unchecked, r.Code)
}

func TestBytesAndCellsAreCut(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	r, err := b.try(t.Context(), "SELECT id, note FROM orders", nil, query.Budget{Bytes: 105})
	require.NoError(t, err)
	assert.Equal(t, query.TruncatedByBytes, r.truncated)
	assert.Len(t, r.rows, 10, "nine rows of 8 + 2 bytes, one of 8 + 3")
	r, err = b.try(t.Context(), "SELECT id, note FROM orders LIMIT 3", nil, query.Budget{Bytes: 30})
	require.NoError(t, err)
	assert.Empty(t, r.truncated)
	assert.Len(t, r.rows, 3)

	stmt, err := b.guard.Check("SELECT 'äöü', x'010203', 'ab', 12345678")
	require.NoError(t, err)
	rows, err := b.runner.Query(t.Context(), stmt, nil, query.Budget{CellBytes: 3})
	require.NoError(t, err)
	defer rows.Close()
	require.True(t, rows.Next())
	v := rows.Values()
	assert.Equal(t, "ä", string(v[0].Bytes))
	assert.True(t, v[0].Truncated)
	assert.EqualValues(t, 6, v[0].Length)
	assert.Equal(t, []byte{1, 2, 3}, v[1].Bytes)
	assert.False(t, v[1].Truncated)
	assert.Equal(t, "ab", string(v[2].Bytes))
	assert.EqualValues(t, 12345678, v[3].Int)
	require.False(t, rows.Next())
	require.Len(t, rows.Notices(), 1)
	assert.Equal(t, query.NoticeCellsCut, rows.Notices()[0].Code)
}

func TestALongTextIsReadAndCut(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	db, err := sql.Open("sqlite", b.path)
	require.NoError(t, err)
	_, err = db.Exec("INSERT INTO orders(id, note) VALUES (1000, ?)", strings.Repeat("x", 4_000_000))
	require.NoError(t, err)
	require.NoError(t, db.Close())
	stmt, err := b.guard.Check("SELECT note, length(note) FROM orders WHERE id = 1000")
	require.NoError(t, err)
	rows, err := b.runner.Query(t.Context(), stmt, nil, query.Budget{CellBytes: 10})
	require.NoError(t, err)
	defer rows.Close()
	require.True(t, rows.Next(), "%v", rows.Err())
	assert.EqualValues(t, 4_000_000, rows.Values()[0].Length)
	assert.Equal(t, "xxxxxxxxxx", string(rows.Values()[0].Bytes))
	assert.EqualValues(t, 4_000_000, rows.Values()[1].Int)
}

func TestASnapshotSeesOneState(t *testing.T) {
	b := newBench(t, query.RunnerOptions{})
	db, err := sql.Open("sqlite", b.path)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec("PRAGMA journal_mode = WAL")
	require.NoError(t, err)
	s, err := b.runner.Snapshot(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer s.Close()
	stmt, err := b.guard.Check("SELECT count(*) FROM users")
	require.NoError(t, err)
	count := func() int64 {
		rows, err := s.Query(stmt, nil)
		require.NoError(t, err)
		defer rows.Close()
		require.True(t, rows.Next())
		return rows.Values()[0].Int
	}
	assert.EqualValues(t, 2, count())
	_, err = db.Exec("INSERT INTO users VALUES (3, 'Cid', 't3')")
	require.NoError(t, err, "a reader keeps no writer waiting")
	assert.EqualValues(t, 2, count())
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	assert.Equal(t, one(int64(3)), b.ask("SELECT count(*) FROM users").rows)
}

func TestRowsThatNobodyReadsEndWithTheBudget(t *testing.T) {
	b := newBench(t, query.RunnerOptions{Concurrent: 1})
	stmt, err := b.guard.Check("SELECT id FROM orders")
	require.NoError(t, err)
	var rows *query.Rows
	for budget := 50 * time.Millisecond; ; budget *= 4 { // on a busy machine a short one can end before the first row
		rows, err = b.runner.Query(t.Context(), stmt, nil, query.Budget{Time: budget})
		if err == nil && rows.Next() {
			break
		}
		require.Less(t, budget, 10*time.Second, "%v", err)
	}
	// Another caller gets the place although the rows were not closed, and a writer is not kept out.
	assert.Equal(t, one(int64(1)), b.ask("SELECT 1").rows)
	db, err := sql.Open("sqlite", b.path+"?_pragma=busy_timeout(0)")
	require.NoError(t, err)
	defer db.Close()
	require.Eventually(t, func() bool {
		_, err := db.Exec("UPDATE users SET name = 'Anne' WHERE id = 1")
		return err == nil
	}, 30*time.Second, 10*time.Millisecond)
	require.False(t, rows.Next())
	var e *query.Error
	require.ErrorAs(t, rows.Err(), &e)
	assert.Equal(t, query.CodeTimeout, e.Code)
	require.NoError(t, rows.Close())
	require.NoError(t, rows.Close())
}

func TestCancellingStopsTheEngine(t *testing.T) {
	b := newBench(t, query.RunnerOptions{Concurrent: 1, Default: query.Budget{Time: query.Unlimited}})
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Millisecond, cancel)
		started := time.Now()
		_, err := b.try(ctx, "WITH t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t", nil, query.Budget{})
		var e *query.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, query.CodeCancelled, e.Code)
		assert.Less(t, time.Since(started), 20*time.Second, "it would never end")
		assert.Equal(t, one(int64(1)), b.ask("SELECT 1").rows)
	}
}

func TestOneBadQueryDoesNotBlockTheOthers(t *testing.T) {
	b := newBench(t, query.RunnerOptions{Concurrent: 2})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := b.try(ctx, "WITH t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t", nil, query.Budget{Time: time.Minute})
		done <- err
	}()
	for range 20 {
		assert.Equal(t, one(int64(500)), b.ask("SELECT count(*) FROM orders").rows)
	}
	cancel()
	require.Error(t, <-done)
}

func TestAMissingFileIsAClearError(t *testing.T) { // T22
	path := filepath.Join(t.TempDir(), "missing.db")
	_, err := sqlite.Open(t.Context(), sqlite.Options{Name: "missing", Path: path})
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeNotFound, e.Code)
	assert.NoFileExists(t, path)
}
