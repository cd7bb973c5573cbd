package substrate_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

var local = tools.LocalOperator()

func TestReadIsOneObject(t *testing.T) {
	s := shop(t)
	result := s.call("substrate_read", args{"sql": "SELECT id, name FROM users ORDER BY id"})
	assert.Equal(t, `{"contract_version":4,"columns":[{"name":"id","type":"INTEGER"},{"name":"name","type":"TEXT"}],`+
		`"rows":[[1,"Ann"],[2,"Bob"]],"row_count":2,"truncated":false,"truncated_by":null,"notices":[],"source":"shop","elapsed_ms":0}`, result.Text)
	assert.Equal(t, string(result.JSON), result.Text)
	assert.Equal(t, 2, result.Rows)
	assert.Equal(t, "shop", result.Source)
	assert.Equal(t, "SELECT id, name FROM users ORDER BY id", result.SQL)
}

func TestReadLimit(t *testing.T) {
	s := shop(t)
	const all = "SELECT id FROM orders ORDER BY id"
	a := s.read(args{"sql": all})
	assert.Equal(t, 50, a.RowCount)
	assert.True(t, a.Truncated)
	assert.Equal(t, "rows", *a.TruncatedBy)
	assert.True(t, a.notice(query.NoticeTruncated))
	a = s.read(args{"sql": all, "limit": 500})
	assert.Equal(t, 500, a.RowCount)
	assert.False(t, a.Truncated)
	assert.Nil(t, a.TruncatedBy)
	assert.Equal(t, `[[1],[2]]`, s.read(args{"sql": all + " LIMIT 2"}).rows())
	a = s.read(args{"sql": all + " LIMIT 400", "limit": 3})
	assert.Equal(t, `[[1],[2],[3]]`, a.rows())
	assert.True(t, a.Truncated)
	for _, limit := range []any{0, -1, 501, 1.5, "5", true} {
		e := s.fail(local, tools.CodeInvalidArgument, "substrate_read", args{"sql": all, "limit": limit})
		assert.Equal(t, "limit", e["argument"])
	}
}

func TestReadParams(t *testing.T) {
	s := shop(t)
	for _, c := range []struct {
		sql    string
		params any
		want   string
	}{
		{"SELECT ?, ?", []any{1, "a"}, `[[1,"a"]]`},
		{"SELECT ?2, ?1", []any{1, 2}, `[[2,1]]`},
		{"SELECT :a, @b, $c", args{"a": 1, "b": "x", "c": nil}, `[[1,"x",null]]`},
		{"SELECT :a, :b", args{":a": 1.5, "b": true}, `[[1.5,1]]`},
		{"SELECT typeof(?), typeof(?), typeof(?), typeof(?)", []any{1, 1.5, "1", nil}, `[["integer","real","text","null"]]`},
		{"SELECT ?", json.RawMessage(`[9223372036854775807]`), `[[{"$integer":"9223372036854775807"}]]`},
		{"SELECT ?", json.RawMessage(`[{"$integer": "-9223372036854775808"}]`), `[[{"$integer":"-9223372036854775808"}]]`},
		{"SELECT ?", json.RawMessage(`[{"$real": "-Infinity"}]`), `[[{"$real":"-Infinity"}]]`},
		{"SELECT ?", json.RawMessage(`[{"$blob": "AP8Q", "bytes": 3}]`), `[[{"$blob":"AP8Q","bytes":3}]]`},
		{"SELECT ?", json.RawMessage(`["a\u0000b"]`), `[["a\u0000b"]]`},
		{"SELECT typeof(?)", json.RawMessage(`[1.0]`), `[["real"]]`},
		{"SELECT count(*) FROM orders WHERE id IN (SELECT value FROM json_each(?))", []any{"[1,2,3]"}, `[[3]]`},
		{"SELECT '00:04' AS t, 'a:b' AS u", nil, `[["00:04","a:b"]]`},
	} {
		assert.Equal(t, c.want, s.read(args{"sql": c.sql, "params": c.params}).rows(), c.sql)
	}
	for _, params := range []string{
		`[[1]]`, `[{"$integer": "x"}]`, `[{"$integer": 5}]`, `[{"a": 1}]`, `[{"$blob": "!"}]`, `[{"$real": "NaN"}]`,
		`[99999999999999999999]`, `[1e999]`, `{"a": 1, ":a": 2}`, `{"": 1}`, `[{"$text": "a", "$blob": ""}]`,
	} {
		e := s.fail(local, tools.CodeInvalidArgument, "substrate_read", args{"sql": "SELECT ?", "params": json.RawMessage(params)})
		assert.True(t, strings.HasPrefix(e["argument"].(string), "params"), "%s: %v", params, e)
	}
	for _, params := range []string{`5`, `"a"`, `true`} {
		s.fail(local, tools.CodeInvalidArgument, "substrate_read", args{"sql": "SELECT 1", "params": json.RawMessage(params)})
	}
	s.fail(local, string(query.CodeParameter), "substrate_read", args{"sql": "SELECT ?, ?", "params": []any{1}})
	s.fail(local, string(query.CodeParameter), "substrate_read", args{"sql": "SELECT :a", "params": args{"a": 1, "b": 2}})
}

// What a result gives comes back the same as a parameter.
func TestValuesRoundTrip(t *testing.T) {
	s := serve(t, database{name: "types", build: fixtures.Types})
	var names struct{ Tables []string }
	require.NoError(t, json.Unmarshal(s.call("substrate_schema", args{}).JSON, &names))
	checked := 0
	for _, table := range names.Tables {
		a := s.read(args{"sql": `SELECT * FROM "` + table + `"`, "limit": 500})
		for _, row := range a.Rows {
			for _, value := range row {
				raw, err := json.Marshal([]json.RawMessage{value})
				require.NoError(t, err)
				back := s.read(args{"sql": "SELECT ?", "params": json.RawMessage(raw)})
				assert.JSONEq(t, string(value), string(back.Rows[0][0]))
				checked++
			}
		}
	}
	assert.Greater(t, checked, 20)
}

func TestReadFormats(t *testing.T) {
	s := shop(t)
	const sql = "SELECT id, name, NULL AS x FROM users ORDER BY id"
	for format, want := range map[string]string{
		"csv":      "id,name,x\r\n1,Ann,\r\n2,Bob,\r\n",
		"tsv":      "id\tname\tx\n1\tAnn\t\n2\tBob\t\n",
		"markdown": "| id | name | x |\n",
	} {
		result := s.call("substrate_read", args{"sql": sql, "format": format})
		if format == "markdown" {
			assert.Contains(t, result.Text, "Ann")
		} else {
			assert.Equal(t, want, result.Text)
		}
		plain := s.call("substrate_read", args{"sql": sql})
		assert.Equal(t, string(plain.JSON), string(result.JSON), "structured content is the same in %s", format)
	}
	cut := s.call("substrate_read", args{"sql": "SELECT id FROM orders ORDER BY id", "limit": 2, "format": "tsv"})
	assert.Equal(t, "id\n1\n2\n\nnotice: truncated: more rows follow: the result was cut at the limit of 2 rows\n", cut.Text, "told in both")
	e := s.fail(local, tools.CodeInvalidArgument, "substrate_read", args{"sql": sql, "format": "xml"})
	assert.Equal(t, []any{"json", "csv", "tsv", "markdown"}, e["accepted"])
}

func TestReadFence(t *testing.T) {
	s := shop(t)
	marked := regexp.MustCompile(`(?s)^\[data ([0-9a-f]{32}) begins\]\n(.*)\n\[data ([0-9a-f]{32}) ends\]$`)
	remote := tools.LocalOperator()
	remote.Fence = true
	plain := s.call("substrate_read", args{"sql": "SELECT 1"})
	for _, result := range []*tools.Result{
		s.as(remote, "substrate_read", args{"sql": "SELECT 1"}), s.call("substrate_read", args{"sql": "SELECT 1", "fence": true}),
	} {
		match := marked.FindStringSubmatch(result.Text)
		require.NotNil(t, match, result.Text)
		assert.Equal(t, match[1], match[3])
		assert.Equal(t, plain.Text, match[2])
		assert.Equal(t, string(plain.JSON), string(result.JSON))
	}
	assert.Equal(t, plain.Text, s.as(remote, "substrate_read", args{"sql": "SELECT 1", "fence": false}).Text)
}

func TestReadRefusals(t *testing.T) {
	s := shop(t)
	for sql, code := range map[string]guard.Code{
		"DELETE FROM users": guard.StatementNotAllowed, "SELECT 1; DELETE FROM users": guard.StackedStatement, "": guard.EmptyStatement,
		"SELECT\n  FROM": guard.SyntaxError, "SELECT load_extension('x')": guard.FunctionNotAllowed, "PRAGMA journal_mode=DELETE": guard.PragmaNotAllowed,
		"ATTACH 'evil.db' AS e": guard.StatementNotAllowed, "EXPLAIN SELECT 1": guard.StatementNotAllowed,
	} {
		result := s.as(local, "substrate_read", args{"sql": sql})
		require.True(t, result.IsError, sql)
		if code != guard.PragmaNotAllowed { // which of two codes a PRAGMA gets is the guard's to say
			assert.Equal(t, string(code), result.Code, sql)
		}
		assert.Contains(t, result.Text, `"hint":"`)
		assert.Equal(t, sql, result.SQL, "the audit has the text of a refused call")
	}
	e := s.fail(local, string(guard.SyntaxError), "substrate_read", args{"sql": "SELECT 1,\n  FROM users"})
	assert.EqualValues(t, 2, e["line"])
	assert.EqualValues(t, 3, e["column"])
	e = s.fail(local, string(query.CodeUnknownColumn), "substrate_read", args{"sql": "SELECT nmae FROM users"})
	assert.Contains(t, e["message"].(string)+e["hint"].(string), "name")
	a := s.read(args{"sql": "SELECT 1; SELECT 2"})
	assert.Equal(t, "[[1]]", a.rows())
	assert.NotEmpty(t, a.Notices, "told that it was stripped")
}

func TestReadBudget(t *testing.T) {
	s := serve(t, database{name: "shop", build: fixtures.Cases, budget: query.Budget{Time: 3 * time.Second, Bytes: 100, CellBytes: 10}})
	s.fail(local, string(query.CodeTimeout), "substrate_read",
		args{"sql": "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT count(*) FROM t"})
	assert.Equal(t, "[[1]]", s.read(args{"sql": "SELECT 1"}).rows(), "the next is answered")
	a := s.read(args{"sql": "SELECT id FROM orders"})
	assert.Equal(t, "bytes", *a.TruncatedBy)
	assert.Equal(t, 12, a.RowCount, "of 8 bytes each")
	a = s.read(args{"sql": "SELECT 'abcdefghijklmnop'"})
	assert.Equal(t, `[[{"$text":"abcdefghij","bytes":16,"truncated":true}]]`, a.rows())
	assert.True(t, a.notice(query.NoticeCellsCut))
}

func TestArguments(t *testing.T) {
	s := shop(t)
	for _, c := range []struct {
		tool      string
		arguments args
		argument  string
	}{
		{"substrate_read", args{}, "sql"},
		{"substrate_read", args{"sql": 5}, "sql"},
		{"substrate_read", args{"sql": "SELECT 1", "SQL": "SELECT 2"}, "SQL"},
		{"substrate_read", args{"sql": "SELECT 1", "source": "shop"}, "source"},
		{"substrate_schema", args{"detail": "all"}, "detail"},
		{"substrate_schema", args{"limit": 0}, "limit"},
		{"substrate_schema", args{"limit": 5001}, "limit"},
		{"substrate_schema", args{"after": "x"}, "after"},
		{"substrate_schema", args{"table": "users", "search": "u"}, "search"},
		{"substrate_explain", args{}, "sql"},
	} {
		e := s.fail(local, tools.CodeInvalidArgument, c.tool, c.arguments)
		assert.Equal(t, c.argument, e["argument"], "%v", c)
	}
}
