package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/query/encode"
)

// testApp is an app without a terminal whose clock stands still.
func testApp(stdin string) (a *app, stdout, stderr *strings.Builder) {
	stdout, stderr = &strings.Builder{}, &strings.Builder{}
	return &app{
		stdin: strings.NewReader(stdin), stdout: stdout, stderr: stderr,
		now: func() time.Time { return fixtures.DefaultNow },
	}, stdout, stderr
}

// TestFormats writes values that encoders go wrong on, from a database, in every format.
func TestFormats(t *testing.T) {
	database := filepath.Join(t.TempDir(), "types.sqlite")
	require.NoError(t, fixtures.Types(database))
	for _, format := range encode.Formats() {
		a, stdout, stderr := testApp("SELECT what, value, typeof(value) AS kind FROM extremes WHERE what NOT LIKE 'long%' ORDER BY id")
		require.Zero(t, run(context.Background(), a, []string{"query", "-", "--db", database, "--format", string(format)}))
		assert.Empty(t, stderr.String())
		path := filepath.Join("testdata", "formats", "extremes."+string(format))
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(stdout.String()), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), stdout.String(), format)
	}
}

// TestTerminal shows what a person at a terminal gets: a table that fits, without asking for it.
func TestTerminal(t *testing.T) {
	database := filepath.Join(t.TempDir(), "types.sqlite")
	require.NoError(t, fixtures.Types(database))
	a, stdout, _ := testApp("")
	a.stdoutIsTerminal, a.width = true, 40
	require.Zero(t, run(context.Background(), a, []string{"query", "SELECT what, value FROM extremes WHERE what LIKE 'long%'", "--db", database}))
	assert.Equal(t, ""+
		" what      │ value\n"+
		"───────────┼────────────────────────────\n"+
		" long text │ xxxxxxxxxxxxxxxxxxxxxxxxx…\n"+
		" long blob │ x'00000000000000000000000…\n"+
		"(2 rows; 2 cut at …, --format json has all of it)\n", stdout.String())
}

// TestLongCells takes a text and a blob of 100,000 bytes through JSON.
func TestLongCells(t *testing.T) {
	database := filepath.Join(t.TempDir(), "types.sqlite")
	require.NoError(t, fixtures.Types(database))
	a, stdout, _ := testApp("")
	require.Zero(t, run(context.Background(), a, []string{"query", "SELECT value FROM extremes WHERE what LIKE 'long%' ORDER BY id", "--db", database, "--format", "json"}))
	var result struct {
		Rows [][]json.RawMessage `json:"rows"`
	}
	require.NoError(t, json.Unmarshal([]byte(stdout.String()), &result))
	require.Len(t, result.Rows, 2)
	assert.Len(t, result.Rows[0][0], 100002)
	assert.True(t, strings.HasSuffix(string(result.Rows[1][0]), `","bytes":100000}`))
}
