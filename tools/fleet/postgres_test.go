package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/postgres"
	"vitrine/query/postgres/pgtest"
	"vitrine/tools"
	"vitrine/tools/statement"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// onPostgres copies a record file into a PostgreSQL database and serves that. It returns the database's name too.
func onPostgres(t testing.TB, path string) (*fleetUnderTest, string) {
	server := pgtest.Shared(t)
	name := server.NewDatabase(t, fixtures.PostgresRecordSchema())
	if path != "" {
		require.NoError(t, fixtures.CopyToPostgres(context.Background(), path, server.URL("postgres", name)))
	}
	source, err := postgres.Open(context.Background(), postgres.Options{Name: "record", URL: server.URL(name, name)})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	runner := query.NewRunner(source, query.RunnerOptions{Default: query.Budget{Time: time.Minute}})
	return serveRunner(t, runner, Options{}), name
}

// callers hold what data classes make different answers of.
var callers = []tools.Caller{
	tools.LocalOperator(),
	{Name: "state", Classes: []tools.Class{tools.ClassStreamState}, Redact: true},
	{Name: "cost", Classes: []tools.Class{tools.ClassCostData}},
}

// sameAnswers asks both for the same and follows the cursors to the end.
func sameAnswers(t *testing.T, sqlite, pg *fleetUnderTest, c tools.Caller, tool string, arguments map[string]any) {
	t.Helper()
	if !slices.ContainsFunc(sqlite.registry.List(c), func(t *tools.Tool) bool { return t.Name == tool }) {
		return // the registry refuses the caller, whatever the engine
	}
	for page := 0; ; page++ {
		want, got := sqlite.raw(c, tool, arguments), pg.raw(c, tool, arguments)
		require.Equal(t, want.Text, got.Text, "%s %v", tool, arguments)
		require.Equal(t, want.IsError, got.IsError)
		var answer struct {
			Next *string `json:"next_after"`
		}
		if err := json.Unmarshal(want.JSON, &answer); err != nil || answer.Next == nil || page > 5 {
			return
		}
		next := map[string]any{"after": *answer.Next}
		for name, value := range arguments {
			if name != "after" {
				next[name] = value
			}
		}
		arguments = next
	}
}

// questions are sets of arguments of every tool, the wrong ones among them. slugs are some that the record has.
func questions(random *rand.Rand, slugs []string) (all []question) {
	add := func(tool string, arguments map[string]any) { all = append(all, question{tool, arguments}) }
	pick := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	slugs = append(slugs, "missing", "nul\x00", "")
	for _, tool := range []string{"fleet_show", "wave_show"} {
		for _, arguments := range []map[string]any{
			{},
			{"horizon": "all", "limit": 3},
			{"horizon": "all", "limit": 1},
			{"limit": 1000, "detail": "full"},
			{"state": "merged,abandoned", "limit": 2},
			{"since": "2026-05-12"},
			{"changed_since": "2026-05-13T00:00:00.5+02:00", "horizon": "all"},
			{"since": "2026-05-06T10:00:00Z", "changed_since": "2026-05-09", "limit": 2},
			{"streams": slugs[:1+random.IntN(len(slugs))]},
			{"streams": slugs[:max(1, len(slugs)-3)], "detail": "full"},
			{"streams": []string{"a\x00b"}},
			{"format": pick("csv", "tsv"), "horizon": "all", "detail": "full"},
			{"limit": 0},
			{"after": "nonsense"},
		} {
			add(tool, arguments)
		}
	}
	for _, slug := range slugs {
		add("stream_detail", map[string]any{"slug": slug})
		add("cost_show", map[string]any{"stream": slug})
		add("capture_list", map[string]any{"stream": slug, "limit": 2})
	}
	add("capture_list", map[string]any{"limit": 7})
	add("ledger_show", nil)
	add("fleet_usage_projection", nil)
	for id := range 5 {
		add("capture_show", map[string]any{"id": id})
	}
	for _, format := range []string{"md", "html", "csv"} {
		add("board_export", map[string]any{"format": format})
	}
	add("board_export", map[string]any{"format": "csv", "csv_lane": "events"})
	add("board_export", map[string]any{"format": "csv", "csv_lane": "streams"})
	day := func() string { return fixtures.DefaultNow.AddDate(0, 0, 1-random.IntN(12)).Format(time.DateOnly) }
	for range 4 {
		add("executor_census", map[string]any{"day": day()})
	}
	add("executor_census", map[string]any{"day": "2030-01-01"})
	for _, group := range spendGroups {
		for _, meter := range spendMeters {
			from, to := day(), day()
			if from > to {
				from, to = to, from
			}
			from += pick("", "T06:00:00Z", "T00:00:00.5+05:30")
			add("spend_window", map[string]any{"from": from, "to": to, "group_by": group, "meter": meter})
			add("spend_window", map[string]any{"from": "2000-01-01", "to": "2100-01-01", "group_by": group, "meter": meter})
		}
	}
	return all
}

type question struct {
	tool      string
	arguments map[string]any
}

func slugsOf(t *testing.T, f *fleetUnderTest) (slugs []string) {
	rows, err := f.write(t).Query("SELECT slug FROM streams ORDER BY random() LIMIT 4")
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var slug string
		require.NoError(t, rows.Scan(&slug))
		slugs = append(slugs, slug)
	}
	return slugs
}

// Every tool answers on PostgreSQL what it answers on SQLite, to the byte, for the fixture record.
func TestPostgresAnswersAsSQLite(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	pg, _ := onPostgres(t, f.path)
	asked := map[string]bool{}
	all := questions(rand.New(rand.NewPCG(1, 1)), append(slugsOf(t, f), "fix-audit-trail-21", "document-retry-queue-4"))
	for i, c := range callers {
		for j, q := range all {
			if i > 0 && j%4 != 0 && q.arguments["detail"] == nil {
				continue // the classes decide over quotes
			}
			asked[q.tool] = true
			sameAnswers(t, f, pg, c, q.tool, q.arguments)
		}
	}
	require.Len(t, asked, 11)
}

// The same for random records with every awkward row: 4 of them, or as many as VITRINE_RECORDS says; every third has
// rows whose time cannot be read.
func TestPostgresAnswersAsSQLiteOnRandomRecords(t *testing.T) {
	records := 4
	if given := os.Getenv("VITRINE_RECORDS"); given != "" {
		var err error
		records, err = strconv.Atoi(given)
		require.NoError(t, err)
	} else if testing.Short() {
		records = 3
	}
	pgtest.Shared(t)
	for seed := range uint64(records) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 5))
			var extras []fixtures.RecordExtra
			if seed%3 == 2 {
				extras = append(extras, fixtures.UndatedRows)
			}
			f := serveRecord(t, func(path string) error { return fixtures.RandomRecord(path, seed, extras...) })
			addHardMoney(t, f, random)
			slugs := slugsOf(t, f)
			pg, _ := onPostgres(t, f.path)
			for _, q := range questions(random, append(slugs, "hard")) {
				sameAnswers(t, f, pg, tools.LocalOperator(), q.tool, q.arguments)
			}
		})
	}
}

// What is a time on one engine is the same instant on the other, whatever the text; and the undated rows are those.
func TestPostgresReadsTimesAsSQLite(t *testing.T) {
	server := pgtest.Shared(t)
	random := rand.New(rand.NewPCG(6, 6))
	var texts []string
	for len(texts) < 20_000 {
		if text := randomTime(random); !strings.Contains(text, "\x00") && utf8.ValidString(text) {
			texts = append(texts, text)
		}
	}
	texts = append(texts, "", "junk", "now", "2026-05-14", "2026-05-14T", "2026-05-1409:00", "2026-05-14TT 09:00:01.5", "0000-01-01T00:00:00Z", "0000-02-29T23:59:59+14:59",
		"1900-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2026-02-31T09:00Z", "9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59-00:01", "9999-12-31T24:00:00Z", "2026-05-14 24:00:00.5", "2026-05-14 24:00:00.000Z",
		"2026-05-14T09:00:00."+strings.Repeat("9", 200)+"Z", "2026-05-14T09:00:00."+strings.Repeat("0", 200)+"1Z")
	name := server.NewDatabase(t, `CREATE TABLE run (id bigint, at text COLLATE "C")`)
	conn, err := pgx.Connect(context.Background(), server.URL("postgres", name))
	require.NoError(t, err)
	defer conn.Close(context.Background())
	rows := make([][]any, len(texts))
	for i, text := range texts {
		rows[i] = []any{int64(i), text}
	}
	_, err = conn.CopyFrom(context.Background(), pgx.Identifier{"run"}, []string{"id", "at"}, pgx.CopyFromRows(rows))
	require.NoError(t, err)

	ask := `SELECT id, $readable(at), $second(at), $fraction(at) FROM `
	onSQLite, err := statement.Expand(files, guard.SQLite, ask+"(SELECT ?1 AS id, ?2 AS at)")
	require.NoError(t, err)
	onPG, err := statement.Expand(files, guard.Postgres, ask+"run ORDER BY id")
	require.NoError(t, err)
	db := memory(t)
	prepared, err := db.Prepare(onSQLite)
	require.NoError(t, err)
	got, err := conn.Query(context.Background(), onPG)
	require.NoError(t, err)
	defer got.Close()
	undated, day := 0, regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	for got.Next() {
		var id, wantID int64
		var readable, wantReadable *bool
		var second, wantSecond *int64
		var fraction, wantFraction float64
		require.NoError(t, got.Scan(&id, &readable, &second, &fraction))
		require.NoError(t, prepared.QueryRow(id, texts[id]).Scan(&wantID, &wantReadable, &wantSecond, &wantFraction))
		is, want := readable != nil && *readable, wantReadable != nil && *wantReadable
		require.Equal(t, want, is, "readable %q", texts[id])
		if day.MatchString(texts[id]) { // SQLite reads others too, which no statement asks about
			require.Equal(t, wantSecond, second, "second %q", texts[id])
		}
		if is {
			require.Equal(t, wantFraction, fraction, "fraction %q", texts[id])
		} else {
			undated++
		}
	}
	require.NoError(t, got.Err())
	count, err := statement.Expand(files, guard.Postgres, "WITH $undated(run, at) SELECT undated_rows FROM undated")
	require.NoError(t, err)
	var counted int
	require.NoError(t, conn.QueryRow(context.Background(), strings.ReplaceAll(count, ":undated", "$1"), nil).Scan(&counted))
	require.Equal(t, undated, counted)
	require.Greater(t, undated, 1000)
	require.Greater(t, len(texts)-undated, 1000)
}

// A PostgreSQL record of an older schema is told as a SQLite one is.
func TestPostgresSchemaMismatch(t *testing.T) {
	pg, name := onPostgres(t, "")
	server := pgtest.Shared(t)
	server.Exec(t, name, `DROP TABLE captures`)
	e := pg.refused("capture_list", nil)
	assert.Equal(t, []any{tools.CodeSchemaMismatch, "captures"}, []any{e.Code, e.Details["missing"]})
	server.Exec(t, name, `ALTER TABLE run_record DROP COLUMN identity`)
	e = pg.refused("executor_census", map[string]any{"day": "2026-05-14"})
	assert.Equal(t, []any{tools.CodeSchemaMismatch, "run_record.identity"}, []any{e.Code, e.Details["missing"]})
	assert.Contains(t, e.Message, "has no column identity; expected is run_record(id, started_at")
	var out FleetShow
	pg.ask("fleet_show", nil, &out) // what does not read it is answered
}

// An amount that is no number, which only PostgreSQL can hold, is refused as an infinite one is.
func TestPostgresMoneyThatIsNotFinite(t *testing.T) {
	for _, amount := range []string{"NaN", "Infinity", "-Infinity"} {
		pg, name := onPostgres(t, "")
		pgtest.Shared(t).Exec(t, name, `INSERT INTO run_record (id, started_at, cost_normalized_usd) VALUES (1, '2026-05-14T00:00:00Z', '`+amount+`')`)
		e := pg.refused("spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01"})
		assert.Equal(t, CodeMoneyNotFinite, e.Code, amount)
	}
}
