package sqlite

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	guardsqlite "vitrine/guard/sqlite"
)

// calls are the functions that are replaced, with the number of their arguments.
var calls = []struct {
	text      string
	arguments int
}{
	{"instr(%s, %s)", 2},
	{"replace(%s, %s, %s)", 3},
	{"trim(%s)", 1},
	{"trim(%s, %s)", 2},
	{"ltrim(%s)", 1},
	{"ltrim(%s, %s)", 2},
	{"rtrim(%s)", 1},
	{"rtrim(%s, %s)", 2},
	{"unhex(%s)", 1},
	{"unhex(%s, %s)", 2},
	{"like(%s, %s)", 2},
	{"like(%s, %s, %s)", 3},
	{"glob(%s, %s)", 2},
}

// literals are arguments that differ in every way that matters: kind, length, NUL, invalid UTF-8, wildcards.
var literals = []string{
	"NULL", "0", "-12", "1.5", "9e999", "x''", "x'00'", "x'61'", "x'6162'", "x'c3'", "x'c3a9'", "x'a9'", "x'ff'", "''", "'a'", "'A'", "'ab'",
	"'aab'", "'abab'", "'é'", "'aé'", "'ééa'", "'日本'", "'  a '", "'\t a'", "'a' || char(0) || 'b'", "char(0)", "CAST(x'c3' AS TEXT)",
	"CAST(x'a9' AS TEXT)", "CAST(x'c3a9a9' AS TEXT)", "CAST(x'61a9' AS TEXT)", "CAST(x'ff61' AS TEXT)", "CAST(x'c080' AS TEXT)",
	"CAST(x'eda080' AS TEXT)", "CAST(x'efbfbf' AS TEXT)", "CAST(x'f0' AS TEXT)", "'%'", "'_'", "'a%'", "'%b'", "'a_b'", "'%a%b%'", "'%_'", "'_%a'", "'a\\%'",
	"'\\'", "'*'", "'?'", "'a*'", "'*b'", "'[a-c]'", "'[^a]'", "'*[ab]'", "'[]]'", "'[^]]'", "'[a-]'", "'[a'", "'['", "'[é-ü]'", "'4142'", "'41 42'",
	"'4'", "'4 1'", "'41-42'", "'4g'", "' '", "' -'", "12", "'12'", "'%%%'", "'**a'", "'a%b%a'", "'ba'",
}

func TestOwnFunctionsAnswerAsTheEngines(t *testing.T) {
	for _, encoding := range []string{"UTF-8", "UTF-16le"} {
		t.Run(encoding, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			write(t, path, "PRAGMA encoding = '"+encoding+"'", "CREATE TABLE t(x)")
			engine, err := sql.Open("sqlite", path)
			require.NoError(t, err)
			defer engine.Close()
			own := open(t, path)
			var texts []string
			for _, c := range calls {
				pick := func(at int) string { return literals[at%len(literals)] }
				n := len(literals)
				switch c.arguments {
				case 1:
					for i := range n {
						texts = append(texts, fmt.Sprintf(c.text, pick(i)))
					}
				case 2:
					for i := range n * n {
						texts = append(texts, fmt.Sprintf(c.text, pick(i), pick(i/n)))
					}
				default:
					random := rand.New(rand.NewPCG(1, 2))
					for range 1500 {
						texts = append(texts, fmt.Sprintf(c.text, pick(random.IntN(n)), pick(random.IntN(n)), pick(random.IntN(n))))
					}
				}
			}
			compare(t, engine, own, texts)
		})
	}
}

// TestOwnFunctionsAnswerAsTheEnginesAtRandom builds arguments of a few pieces, which meet in more ways than a list can
// hold.
func TestOwnFunctionsAnswerAsTheEnginesAtRandom(t *testing.T) {
	path := database(t, "CREATE TABLE t(x)")
	engine, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer engine.Close()
	own := open(t, path)
	pieces := []string{"61", "62", "41", "25", "5f", "2a", "3f", "5b", "5d", "5e", "2d", "5c", "c3a9", "c3", "a9", "e697a5", "20", "00", "ff", "30", "66"}
	random := rand.New(rand.NewPCG(3, 4))
	argument := func() string {
		var b strings.Builder
		for range random.IntN(7) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if random.IntN(6) == 0 {
			return "x'" + b.String() + "'"
		}
		return "CAST(x'" + b.String() + "' AS TEXT)"
	}
	var texts []string
	for range 400 {
		for _, c := range calls {
			arguments := make([]any, c.arguments)
			for i := range arguments {
				arguments[i] = argument()
			}
			texts = append(texts, fmt.Sprintf(c.text, arguments...))
		}
	}
	compare(t, engine, own, texts)
}

// compare evaluates expressions with both engines, several in a statement; where a statement fails, one by one.
func compare(t *testing.T, engine *sql.DB, own *Source, texts []string) {
	t.Helper()
	stmt := standIn{functions: slices.Collect(maps.Keys(guardsqlite.AllowedFunctions()))}
	one := func(texts []string) (want, got []string, wantErr, gotErr error) {
		var parts []string
		for _, text := range texts {
			parts = append(parts, "typeof("+text+") || hex("+text+")")
		}
		statement := "VALUES (" + strings.Join(parts, "), (") + ")"
		rows, wantErr := engine.Query(statement)
		if wantErr == nil {
			for rows.Next() {
				var v string
				require.NoError(t, rows.Scan(&v))
				want = append(want, v)
			}
			wantErr = rows.Err()
			rows.Close()
		}
		values, gotErr := ask(t.Context(), own, statement, stmt)
		for _, v := range values {
			got = append(got, v[0].(string))
		}
		return want, got, wantErr, gotErr
	}
	for len(texts) > 0 {
		batch := texts[:min(200, len(texts))]
		texts = texts[len(batch):]
		want, got, wantErr, gotErr := one(batch)
		if wantErr == nil && gotErr == nil {
			for i := range want {
				require.Equal(t, want[i], got[i], batch[i])
			}
			continue
		}
		for _, text := range batch {
			want, got, wantErr, gotErr := one([]string{text})
			require.Equal(t, wantErr == nil, gotErr == nil, "%s: %v, %v", text, wantErr, gotErr)
			require.Equal(t, want, got, text)
		}
	}
}

func TestPatternsStillUseAnIndex(t *testing.T) {
	s := open(t, database(t, "CREATE TABLE t(a TEXT COLLATE NOCASE, b TEXT)", "CREATE INDEX ta ON t(a)", "CREATE INDEX tb ON t(b)"))
	for _, text := range []string{
		"SELECT 1 FROM t WHERE a LIKE 'abc%'",
		"SELECT 1 FROM t WHERE b GLOB 'abc*'",
		"SELECT 1 FROM t WHERE a LIKE 'ab\\_c%' ESCAPE '\\'",
	} {
		plan := explain(t, s, text, names("t"))
		assert.Contains(t, plan, "SEARCH t USING", text)
	}
	assert.Contains(t, explain(t, s, "SELECT 1 FROM t WHERE b LIKE 'abc%'", names("t")), "SCAN t")
}
