package encode_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
)

var update = flag.Bool("update", false, "write the golden files")

func write(t *testing.T, f encode.Format, r *rows, o encode.Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, encode.Write(&out, f, r, o))
	return out.String()
}

// everything has a row for each thing that a format must treat in its own way.
func everything() *rows {
	return &rows{
		columns: []query.Column{{Name: "id", Type: "INTEGER"}, {Name: "what"}, {Name: "value"}, {Name: "value"}, {Name: ""}, {Name: "a|b", Type: "TEXT"}},
		values: [][]query.Value{
			{integer(1), text("null and empty"), null(), text(""), text("NULL"), null()},
			{integer(2), text("integers"), integer(math.MaxInt64), integer(9007199254740991), integer(-1), null()},
			{integer(3), text("reals"), real(1), real(math.Inf(-1)), real(1e300), real(0.1)},
			{integer(4), text("line ends"), text("two\nlines"), text("two\r\nlines"), text("tab\there"), text("\r")},
			{integer(5), text("separators"), text("a,b"), text(`say "hi"`), text("a|b"), text(`back\slash`)},
			{integer(6), text("controls"), text("\x1b[31mred"), text("nul\x00nul"), text("\u009b2J"), text("\u202eabc")},
			{integer(7), text("wide"), text("日本語"), text("e\u0301"), text("👩‍👩‍👧"), text("🇩🇪")},
			{integer(8), text("no UTF-8"), text("caf\xe9"), blob("\x00\xff\x10"), blob(""), cut(text("begin"), 4000000)},
			{integer(9), text("markup"), text("<img src=x>"), text("![x](http://h)"), text("user_id *b* `c`"), text("&lt; ~~d~~ $e$")},
			{integer(10), text("formula"), text("=1+1"), text("@SUM(A1)"), text("+1"), text("-1")},
			{integer(11), text("postgres"), boolean(true), decimal("20.10"), document(`{"a": [1, "b|c"]}`), decimal("1e400")},
		},
		by:      query.TruncatedByRows,
		notices: []guard.Notice{{Code: "truncated", Message: `cut at "11" rows`}},
	}
}

func TestGolden(t *testing.T) {
	options := encode.Options{Source: "demo", Elapsed: func() time.Duration { return 12345 * time.Microsecond }}
	narrow := options
	narrow.Width = 80
	for name, c := range map[string]struct {
		format  encode.Format
		options encode.Options
	}{
		"everything.json":  {encode.JSON, options},
		"everything.jsonl": {encode.JSONL, options},
		"everything.csv":   {encode.CSV, options},
		"everything.tsv":   {encode.TSV, options},
		"everything.md":    {encode.Markdown, options},
		"everything.txt":   {encode.Table, options},
		"terminal.txt":     {encode.Table, narrow},
	} {
		t.Run(name, func(t *testing.T) {
			got := write(t, c.format, everything(), c.options)
			path := filepath.Join("testdata", name)
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func TestJSONObject(t *testing.T) {
	none := &rows{columns: columns("id", "name")}
	assert.Equal(t, `{"contract_version":4,"columns":[{"name":"id","type":""},{"name":"name","type":""}],"rows":[],"row_count":0,`+
		`"truncated":false,"truncated_by":null,"notices":[],"source":"","elapsed_ms":0}`+"\n", write(t, encode.JSON, none, encode.Options{}))

	same := &rows{columns: columns("a", "a", "a"), values: [][]query.Value{{integer(1), integer(2), integer(3)}}, by: query.TruncatedByBytes}
	var object struct {
		Columns     []query.Column
		Rows        [][]int
		Truncated   bool
		TruncatedBy string `json:"truncated_by"`
	}
	require.NoError(t, json.Unmarshal([]byte(write(t, encode.JSON, same, encode.Options{})), &object))
	assert.Equal(t, [][]int{{1, 2, 3}}, object.Rows)
	assert.Len(t, object.Columns, 3)
	assert.True(t, object.Truncated)
	assert.Equal(t, "bytes", object.TruncatedBy)
}

func TestNoRows(t *testing.T) {
	for format, want := range map[encode.Format]string{
		encode.JSONL:    "",
		encode.CSV:      "id,name\r\n",
		encode.TSV:      "id\tname\n",
		encode.Markdown: "| id | name |\n| --- | --- |\n",
		encode.Table:    " id │ name\n────┼──────\n(0 rows)\n",
	} {
		assert.Equal(t, want, write(t, format, &rows{columns: columns("id", "name")}, encode.Options{}), format)
	}
}

func TestKeys(t *testing.T) {
	is := func(names, want []string) {
		t.Helper()
		assert.Equal(t, want, encode.Keys(columns(names...)))
	}
	is([]string{"a", "b"}, []string{"a", "b"})
	is([]string{"a", "a", "a"}, []string{"a", "a_2", "a_3"})
	is([]string{"a", "a", "a_2"}, []string{"a", "a_3", "a_2"})
	is([]string{"a_2", "a", "a", "a_2"}, []string{"a_2", "a", "a_3", "a_2_2"})
	is([]string{"", ""}, []string{"column_1", "column_2"})
	is([]string{"column_2", ""}, []string{"column_2", "column_2_2"})
	is([]string{"", "column_1", "column_1"}, []string{"column_1_2", "column_1", "column_1_3"})
	is([]string{"x\xff", "x\xfe"}, []string{"x\ufffd", "x\ufffd_2"})
	is([]string{"A", "a"}, []string{"A", "a"})
}

// TestCSVOfOneColumn shows that no row is lost to a reader that skips empty lines.
func TestCSVOfOneColumn(t *testing.T) {
	one := &rows{columns: columns("n"), values: [][]query.Value{{null()}, {text("")}, {integer(1)}}}
	got := write(t, encode.CSV, one, encode.Options{})
	assert.Equal(t, "n\r\n\"\"\r\n\"\"\r\n1\r\n", got)
	records, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	require.NoError(t, err)
	assert.Len(t, records, 4)
}

func TestErrorOfRows(t *testing.T) {
	stop := &query.Error{Code: query.CodeTimeout, Message: "too slow"}
	for _, format := range encode.Formats() {
		failing := &rows{columns: columns("n"), values: [][]query.Value{{integer(42)}}, err: stop}
		var out bytes.Buffer
		require.ErrorIs(t, encode.Write(&out, format, failing, encode.Options{}), stop, format)
		assert.Contains(t, out.String(), "42", "what came before the error is written as %s", format)
		if format == encode.JSON {
			assert.False(t, json.Valid(out.Bytes()), "a part must not pass for the whole")
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestErrorOfWriter(t *testing.T) {
	for _, format := range encode.Formats() {
		many := everything()
		many.repeat = 10000
		require.ErrorIs(t, encode.Write(fullDisk{}, format, many, encode.Options{}), errFull, format)
		assert.Less(t, many.given, 10000, "%s reads on although nothing can be written", format)
	}
}

// TestConstantMemory writes results whose size would show.
func TestConstantMemory(t *testing.T) {
	const size = 200 // megabytes of text
	for _, format := range encode.Formats() {
		large := &rows{columns: columns("n", "t"), repeat: size << 10, values: [][]query.Value{{integer(1), text(strings.Repeat("x", 1<<10))}}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		require.NoError(t, encode.Write(io.Discard, format, large, encode.Options{}))
		runtime.ReadMemStats(&after)
		assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(size/10), "megabytes allocated for %s", format)
	}
}

func TestProgress(t *testing.T) {
	many := everything()
	many.repeat = 1000
	last, calls := 0, 0
	write(t, encode.JSONL, many, encode.Options{Progress: func(rows int) {
		assert.GreaterOrEqual(t, rows, last)
		last = rows
		calls++
	}})
	assert.Equal(t, 11000, last)
	assert.Greater(t, calls, 2)
}
