package sqlite

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// again runs an admitted statement and returns its rows, the codes of its notices, and whether the connection had it
// compiled.
func again(t *testing.T, s *Source, stmt guard.Statement, values ...any) (rows [][]any, notices []string, recalled bool, err error) {
	t.Helper()
	tx, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	before := slices.Clone(tx.conn.prepared)
	c, err := tx.query(stmt, stmt.Text(), stmt.Kind(), values)
	if err != nil {
		return nil, nil, false, err
	}
	for _, p := range before {
		recalled = recalled || p == c.(*cursor).prepared
	}
	row := make([]query.Value, len(c.Columns()))
	for {
		if err = c.Next(row); err != nil {
			break
		}
		rows = append(rows, plain(row))
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	for _, n := range c.Notices() {
		notices = append(notices, n.Code)
	}
	require.NoError(t, c.Close())
	return rows, notices, recalled, err
}

func admit(t *testing.T, p guard.Policy, text string) guard.Statement {
	t.Helper()
	p.Dialect = guard.SQLite
	g, err := guard.New(p)
	require.NoError(t, err)
	stmt, err := g.Check(text)
	require.NoError(t, err)
	return stmt
}

// A connection keeps what it has compiled for the statement of one guard's one verdict, and for nothing else.
func TestWhatIsKeptCompiled(t *testing.T) {
	path := database(t, people...)
	s := open(t, path)
	const tokens = "SELECT name, token FROM users WHERE id = ?"
	masking, open := guard.Policy{MaskColumns: []string{"users.token"}}, guard.Policy{}

	masked := admit(t, masking, tokens)
	for i := range 3 {
		rows, notices, recalled, err := again(t, s, masked, int64(1))
		require.NoError(t, err)
		assert.Equal(t, [][]any{{"Ann", nil}}, rows)
		assert.Equal(t, []string{query.NoticeMasked}, notices, "each time, not the first alone")
		assert.Equal(t, i > 0, recalled)
	}
	rows, notices, recalled, err := again(t, s, admit(t, open, tokens), int64(1))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{"Ann", "t1"}}, rows, "the same text under another policy")
	assert.Empty(t, notices)
	assert.False(t, recalled)
	rows, _, recalled, err = again(t, s, masked, int64(2))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{"Bob", nil}}, rows)
	assert.True(t, recalled)
	rows, _, recalled, err = again(t, s, masked)
	require.NoError(t, err)
	assert.Empty(t, rows, "no value of a former call is bound")
	assert.True(t, recalled)

	// Another value of the same type, in memory that was another's.
	named := admit(t, open, "SELECT id FROM users WHERE name = ?")
	for _, c := range []struct {
		name string
		id   int64
	}{{"Ann", 1}, {"Bob", 2}, {"Ann", 1}} {
		rows, _, _, err = again(t, s, named, c.name)
		require.NoError(t, err)
		assert.Equal(t, [][]any{{c.id}}, rows)
	}

	quoted := admit(t, open, `SELECT "nobody" FROM users LIMIT 1`)
	for range 2 {
		_, notices, _, err = again(t, s, quoted)
		require.NoError(t, err)
		assert.Equal(t, []string{query.NoticeQuotedText}, notices)
	}

	// The schema changes beneath it: what is kept is of the former one.
	all := admit(t, open, "SELECT * FROM users ORDER BY id LIMIT 1")
	rows, _, _, err = again(t, s, all)
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(1), "Ann", "t1"}}, rows)
	write(t, path, "ALTER TABLE users ADD COLUMN age INT DEFAULT 7")
	rows, _, recalled, err = again(t, s, all)
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(1), "Ann", "t1", int64(7)}}, rows)
	assert.False(t, recalled)
	write(t, path, "DROP TABLE users")
	_, _, _, err = again(t, s, all)
	require.Error(t, err)
	write(t, path, "CREATE TABLE users(token TEXT, name TEXT)", "INSERT INTO users VALUES ('t9', 'Cy')")
	rows, _, _, err = again(t, s, admit(t, masking, "SELECT token, name FROM users"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{nil, "Cy"}}, rows)

	// A statement that failed while it ran is not kept, nor is one that was given up.
	failing := admit(t, open, "SELECT abs(-9223372036854775807 - id) FROM orders ORDER BY id")
	for range 2 {
		_, _, recalled, err = again(t, s, failing)
		require.Error(t, err)
		assert.False(t, recalled)
	}
	endless := admit(t, open, "WITH t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t")
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		tx, err := s.start(ctx, query.Budget{})
		require.NoError(t, err)
		c, err := tx.query(endless, endless.Text(), endless.Kind(), nil)
		require.NoError(t, err)
		cancel()
		require.Error(t, c.Next(make([]query.Value, 1)))
		require.NoError(t, tx.Close())
	}
	rows, _, recalled, err = again(t, s, admit(t, open, "SELECT 1"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(1)}}, rows)
	assert.False(t, recalled)

	// No more are kept than are told, whatever comes.
	for range 3 * mostPrepared {
		_, _, _, err = again(t, s, admit(t, open, "SELECT count(*) FROM orders"))
		require.NoError(t, err)
	}
	assert.Len(t, s.idle[0].prepared, mostPrepared)

	// Another file in the place of the former.
	other := database(t, "CREATE TABLE orders(id INT)", "INSERT INTO orders VALUES (99)")
	count := admit(t, open, "SELECT count(*) FROM orders")
	_, _, _, err = again(t, s, count)
	require.NoError(t, err)
	require.NoError(t, os.Rename(other, path))
	rows, _, recalled, err = again(t, s, count)
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(1)}}, rows)
	assert.False(t, recalled)
}
