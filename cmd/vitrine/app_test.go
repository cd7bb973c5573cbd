package main

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/query/encode"
)

// TestStatementWithCommentInFront gives a statement as the argument that begins like a flag.
func TestStatementWithCommentInFront(t *testing.T) {
	database := filepath.Join(t.TempDir(), "cases.sqlite")
	require.NoError(t, fixtures.Cases(database))
	const statement = "-- top\n/* c */ SELECT count(*) AS n FROM orders"
	for _, arguments := range [][]string{
		{"query", statement, "--db", database},
		{"query", "--db", database, statement},
		{"query", "--db", database, "--", statement},
		{"query", "--top\tof the list\nSELECT count(*) AS n FROM orders", "--db=" + database},
	} {
		a, stdout, stderr := testApp("")
		assert.Zero(t, run(context.Background(), a, arguments), stderr.String())
		assert.Equal(t, `{"n":500}`+"\n", stdout.String())
	}
}

func TestStatementsLast(t *testing.T) {
	is := func(given, want []string) {
		t.Helper()
		assert.Equal(t, want, statementsLast(given))
	}
	is([]string{"query", "SELECT 1", "--db", "x"}, []string{"query", "SELECT 1", "--db", "x"})
	is([]string{"query", "--db=a b", "-"}, []string{"query", "--db=a b", "-"})
	is([]string{"query", "-- a", "--db", "x"}, []string{"query", "--db", "x", "--", "-- a"})
	is([]string{"query", "--a\nb", "--", "c"}, []string{"query", "--", "c", "--a\nb"})
	is([]string{"query", "--", "-- a"}, []string{"query", "--", "-- a"})
	is(nil, nil)
}

// TestErrorsCannotDriveTheTerminal quotes a statement with an escape sequence.
func TestErrorsCannotDriveTheTerminal(t *testing.T) {
	a, _, stderr := testApp("")
	assert.Equal(t, exitRefused, run(context.Background(), a, []string{"check", "SELECT \x1b]0;title\a FROM"}))
	assert.NotContains(t, stderr.String(), "\x1b")
	a, stdout, _ := testApp("")
	a.stdoutIsTerminal = true
	assert.Zero(t, run(context.Background(), a, []string{"check", "SELECT '\x1b[2J',\n1"}))
	assert.Contains(t, stdout.String(), "sql: SELECT '␛[2J',\n1\n")
}

// TestResultsCannotDriveTheTerminal has sequences in rows, names and the record, and prints them in every way there is.
func TestResultsCannotDriveTheTerminal(t *testing.T) {
	folder := t.TempDir()
	database, record := filepath.Join(folder, "x.sqlite"), filepath.Join(folder, "record.sqlite")
	require.NoError(t, fixtures.Record(record, fixtures.Options{}))
	const evil = "\x1b]0;title\a\x1b[2J\u009b2J\u202e\r"
	write := func(path, statements string) {
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		_, err = db.Exec(statements)
		require.NoError(t, err)
		require.NoError(t, db.Close())
	}
	write(database, "CREATE TABLE \"t"+evil+"\"(\"c"+evil+"\"); INSERT INTO \"t"+evil+"\" VALUES ('v"+evil+"')")
	write(record, "UPDATE streams SET title = title || '"+evil+"', branch = branch || '"+evil+"'; UPDATE stream_events SET payload = '"+evil+"'")
	t.Setenv("NO_COLOR", "1")
	lines := [][]string{
		{"schema", "--db", database},
		{"check", "SELECT \"" + evil + "\" FROM \"" + evil + "\""},
		{"call", "substrate_schema", "--db", database},
		{"fleet", "show", "--record", record, "--horizon", "all"},
		{"fleet", "show", "--record", record, "--json"},
		{"fleet", "show", "--record", record, "--format", "csv"},
		{"wave", "show", "--record", record, "--format", "tsv"},
		{"board", "export", "--record", record, "--format", "md"},
		{"board", "export", "--record", record, "--format", "csv", "--csv-lane", "events"},
		{"board", "export", "--record", record, "--format", "html"},
	}
	for _, format := range encode.Formats() {
		lines = append(lines, []string{"query", "SELECT * FROM \"t" + evil + "\"", "--db", database, "--format", string(format)})
	}
	for _, line := range lines {
		a, stdout, stderr := testApp("")
		a.stdoutIsTerminal, a.width = true, 100
		require.Zero(t, run(context.Background(), a, line), "%q: %s", line, stderr.String())
		require.NotEmpty(t, stdout.String(), "%q", line)
		shown := strings.ReplaceAll(stdout.String()+stderr.String(), "\r\n", "\n")
		assert.False(t, strings.ContainsAny(shown, "\x1b\a\u009b\u202e\r"), "%q: %q", line, shown)
	}
}

// lockedBuffer is a stderr that two goroutines may write to.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func TestProgress(t *testing.T) {
	const clear = "\r\x1b[K"
	start := func(terminal, beside bool) (*progress, *lockedBuffer) {
		stderr := &lockedBuffer{}
		a := &app{stderr: stderr, stderrIsTerminal: terminal}
		return a.startProgress(beside), stderr
	}
	t.Run("a short query shows nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, stderr := start(true, true)
			time.Sleep(time.Second)
			p.stop()
			assert.Empty(t, stderr.String())
		})
	})
	t.Run("a long one shows its rows, and clears the line at its end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, stderr := start(true, true)
			time.Sleep(2100 * time.Millisecond)
			p.rows(1234)
			time.Sleep(1000 * time.Millisecond)
			p.stop()
			assert.Equal(t, clear+"2 s, 0 rows"+clear+"2 s, 1234 rows"+clear+"3 s, 1234 rows"+clear, stderr.String())
		})
	})
	t.Run("it is gone before rows come to the same terminal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, stderr := start(true, false)
			time.Sleep(2100 * time.Millisecond)
			p.rows(1)
			assert.Equal(t, clear+"2 s, 0 rows"+clear, stderr.String())
			time.Sleep(time.Hour)
			p.stop()
			assert.Equal(t, clear+"2 s, 0 rows"+clear, stderr.String())
		})
	})
	t.Run("not where stderr is no terminal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, stderr := start(false, true)
			time.Sleep(time.Hour)
			p.stop()
			assert.Empty(t, stderr.String())
		})
	})
}
