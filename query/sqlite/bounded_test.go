package sqlite

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBoundedFunctionsAnswerAsTheEngines(t *testing.T) {
	path := database(t, "CREATE TABLE t(x)")
	engine, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer engine.Close()
	s := open(t, path)
	var texts []string
	documents := []string{"NULL", "1", "'x'", `'{"a":1,"b":[1,2,{"c":3}]}'`, `'[1,2,3]'`, "jsonb('[1,{\"a\":2}]')", "x'01'", "''", "json('{\"a\":null}')", "json_array(1,'x')"}
	paths := []string{"NULL", "'$'", "'$.a'", "'$.b[1]'", "'$[0]'", "'$[#-1]'", "'bad'", "'a'", "1"}
	for _, f := range bounded {
		for _, a := range documents {
			texts = append(texts, f.name+"("+a+")")
			for _, b := range append(documents, paths...) {
				texts = append(texts, f.name+"("+a+", "+b+")")
			}
			for _, b := range paths {
				for _, c := range []string{"NULL", "1", "'x'", "json('[1]')", "x'00'", "json_array(1)"} {
					texts = append(texts, fmt.Sprintf("%s(%s, %s, %s)", f.name, a, b, c))
				}
			}
		}
	}
	for _, format := range []string{"NULL", "''", "'%Y-%m-%d %H:%M:%f %J %j %s %w %u %W %U %G %V %g %e %k %I %l %p %P %R %T %F %%'", "'%'", "'%x'", "'plain é'", "5", "x'2559'"} {
		texts = append(texts, "strftime("+format+") IS NULL")
		for _, date := range []string{"NULL", "'2026-05-14 09:30:00.123'", "0", "2461174.5", "'bad'", "-1e9", "'9999-12-31'"} {
			for _, modifiers := range []string{"", ", '+1 month', 'start of year'", ", 'unixepoch'", ", 'auto', 'subsec'", ", 'bad'", ", NULL", ", 'weekday 0', '-5 days', 'floor'"} {
				texts = append(texts, "strftime("+format+", "+date+modifiers+")")
			}
		}
	}
	compare(t, engine, s, texts)
	// The subtype of a result reaches the function around it.
	rows, err := ask(t.Context(), s, `SELECT json_array(json_extract('{"a":[1]}', '$.a'), json_set('{}', '$.x', json('[2]')), '{"a":1}' -> 'a')`,
		standIn{functions: []string{"json_array", "json_extract", "json_set", "json"}})
	require.NoError(t, err)
	assert.Equal(t, [][]any{{`[[1],{"x":[2]},1]`}}, rows)
}

func TestBoundedFunctionsRefuseWhatCouldNotBeStopped(t *testing.T) {
	s := open(t, database(t, "CREATE TABLE t(x)"))
	document := "[" + strings.Repeat("1,", 500_000) + "1]"
	for _, text := range []string{
		"SELECT json_patch(?1, ?1)",
		"SELECT json_extract(?1" + strings.Repeat(", '$[0]'", 90) + ")",
		"SELECT geopoly_overlap(?1, ?1)",
		"SELECT strftime(?1, 0)",
	} {
		_, err := ask(t.Context(), s, text, standIn{functions: []string{"json_patch", "json_extract", "geopoly_overlap", "strftime"}}, document)
		require.ErrorContains(t, err, "too long for one call", text)
	}
}

// TestDatesInIndexes reads by an index of strftime that the engine's own function has built, and where it must not stand.
func TestDatesInIndexes(t *testing.T) {
	s := open(t, database(t,
		"CREATE TABLE t(day TEXT, year TEXT AS (strftime('%Y', day)))", "CREATE INDEX years ON t(strftime('%Y', day))",
		"WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT date('2020-01-01', '+' || i || ' days') FROM n"))
	dated := standIn{relations: []string{"t"}, functions: []string{"strftime"}}
	const text = "SELECT count(*), min(year) FROM t WHERE strftime('%Y', day) = '2024'"
	rows, err := ask(t.Context(), s, text, dated.calling("count", "min"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(366), "2024"}}, rows)
	assert.Contains(t, explain(t, s, text, dated.calling("count", "min")), "USING INDEX years")
}
