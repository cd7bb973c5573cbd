package fuzz_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fuzz"
	"vitrine/fuzz/corpora"
	"vitrine/guard"
	"vitrine/query"
)

// check asks a guard of the default policy.
func check(t *testing.T, text string) (guard.Statement, *guard.Refusal) {
	t.Helper()
	return verdict(t, fuzz.Seed{SQL: text, Policy: guard.Policy{Dialect: guard.SQLite, RowCap: 1000}})
}

var functionInMessage = regexp.MustCompile(`the function (\S+) is not`)

func TestCorpusOfHonestSQLite(t *testing.T) {
	lines := corpora.Read(t, "sqlite-legit.jsonl.gz")
	a := newArena(t)
	linked := map[string]bool{}
	rows, err := a.plain.Query("SELECT lower(name) FROM pragma_function_list")
	require.NoError(t, err)
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		linked[name] = true
	}
	require.NoError(t, rows.Err())

	admitted, foreign, refused := 0, 0, map[guard.Code][]string{}
	for _, l := range lines {
		_, refusal := check(t, l.SQL)
		if refusal == nil {
			admitted++
			continue
		}
		if called := functionInMessage.FindStringSubmatch(refusal.Message); refusal.Code == guard.FunctionNotAllowed && called != nil && !linked[called[1]] {
			foreign++
			continue
		}
		refused[refusal.Code] = append(refused[refusal.Code], fmt.Sprintf("%.150q: %s", l.SQL, refusal.Message))
	}
	known := len(lines) - foreign
	share := 100 * float64(admitted) / float64(known)
	t.Logf("honest SQLite: %d lines; %d call functions that SQLite does not have here; of the %d others %d admitted (%.3f %%)", len(lines), foreign, known, admitted, share)
	for code, texts := range refused {
		t.Logf("refused with %s: %d", code, len(texts))
		for _, text := range texts[:min(len(texts), 12)] {
			t.Log("  " + text)
		}
	}
	assert.GreaterOrEqual(t, share, 99.9)
}

func TestCorpusOfAttacksOnSQLite(t *testing.T) {
	type tally struct{ lines, refused, stripped, admitted int }
	tallies := map[string]*tally{}
	for _, l := range corpora.Read(t, "attacks.jsonl") {
		if l.Dialect != string(guard.SQLite) {
			continue
		}
		kind := l.Expect
		if strings.HasPrefix(kind, "refuse (") {
			kind = "refuse (…)"
		}
		if tallies[kind] == nil {
			tallies[kind] = &tally{}
		}
		count := tallies[kind]
		count.lines++
		stmt, refusal := check(t, l.SQL)
		switch {
		case refusal != nil:
			count.refused++
		case slices.ContainsFunc(stmt.Notices(), func(n guard.Notice) bool { return n.Code == "statements_stripped" }):
			count.stripped++
		default:
			count.admitted++
		}
		switch l.Expect {
		case "refuse":
			assert.NotNil(t, refusal, "%s %s: admitted: %.200q", l.ID, l.Category, l.SQL)
		case "strip":
			assert.Nil(t, refusal, "%s: %.200q", l.ID, l.SQL)
			assert.Len(t, stmt.Notices(), 1, "%s: %.200q", l.ID, l.SQL)
		case "abort": // the next test's
		default:
			if refusal == nil {
				t.Logf("a matter of policy, admitted: %s %s: %.120q", l.ID, l.Expect, l.SQL)
			}
		}
	}
	t.Log("attacks on SQLite    lines  refused  stripped  admitted")
	for kind, c := range tallies {
		t.Logf("%-20s %5d  %7d  %8d  %8d", kind, c.lines, c.refused, c.stripped, c.admitted)
	}
}

// bombs writes the tables that the corpus' bombs ask: enough rows that their joins have no end.
func bombs(path string) error {
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE t(a INTEGER, b TEXT); CREATE TABLE secrets(id INTEGER PRIMARY KEY, token TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
		INSERT INTO t SELECT i, printf('%05d-%.*c', i, 200, 'x') FROM n`)
	return err
}

func TestCorpusOfBombsOnSQLite(t *testing.T) {
	lines := corpora.Read(t, "attacks.jsonl")
	if testing.Short() {
		t.Skip("each bomb takes its time")
	}
	const deadline = time.Second
	a := arenaOf(t, bombs)
	ends := map[string]int{}
	var worst uint64
	var slowest time.Duration
	for _, l := range lines {
		if l.Dialect != string(guard.SQLite) || l.Expect != "abort" {
			continue
		}
		stmt, refusal := check(t, l.SQL)
		if refusal != nil {
			ends["refused: "+string(refusal.Code)]++
			continue
		}
		got, err := a.ask(stmt, query.Budget{Time: deadline})
		end := codeOf(err)
		if end == "" && got.rowCut {
			end = "cut at the cap of rows"
		}
		if end == "" {
			end = "answered within the budgets"
			t.Logf("answered in %s: %.120s", got.took, l.SQL)
		}
		ends[end]++
		slowest = max(slowest, got.took)
		assert.Less(t, got.took, deadline+20*time.Second, "%s: %.120s", l.ID, l.SQL)
		worst = max(worst, resident(t))
	}
	t.Logf("bombs: %v; slowest %s behind a deadline of %s; %d MiB resident at most", ends, slowest, deadline, worst>>20)
	if worst > 0 {
		assert.Less(t, worst>>20, uint64(400), "MiB resident")
	}
	a.unchanged(t)
}

// resident returns how many bytes of memory the process holds now, 0 where the system does not tell.
func resident(t *testing.T) uint64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	content, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var size, pages uint64
	_, err = fmt.Sscan(string(content), &size, &pages)
	require.NoError(t, err)
	return pages * uint64(os.Getpagesize())
}

func TestCorpusOfRewriteTraps(t *testing.T) {
	lines := corpora.Read(t, "rewrite-traps.jsonl")
	a := arenaOf(t, func(path string) error {
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = db.Exec(lines[0].Schema)
		return err
	})
	exact := 0
	for _, l := range lines[1:] {
		stmt, refusal := check(t, l.SQL)
		if !assert.Nil(t, refusal, "%q", l.SQL) {
			continue
		}
		got, err := a.ask(stmt, query.Budget{})
		if l.Error != "" {
			var failure *query.Error
			assert.True(t, errors.As(err, &failure), "%q: %v", l.SQL, err)
			exact++
			continue
		}
		ok := assert.NoError(t, err, "%q", l.SQL)
		var rows []string
		for _, row := range l.Rows {
			cells := strings.Split(row, "|")
			for i, c := range cells { // the corpus has two ways to write these
				if c == "NULL" {
					cells[i] = "N:"
				} else if rest, real := strings.CutPrefix(c, "F:"); real {
					cells[i] = "R:" + rest
				}
			}
			rows = append(rows, strings.Join(cells, "|"))
		}
		ok = assert.Equal(t, l.Columns, got.columns, "%q", l.SQL) && ok
		if assert.Equal(t, rows, got.rows, "%q", l.SQL) && ok {
			exact++
		}
	}
	t.Logf("rewrite traps: %d of %d exact", exact, len(lines)-1)
	a.unchanged(t)
}
