package fleet

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/tools"
	"vitrine/tools/statement"
)

var may = map[string]any{"from": "2026-05-01", "to": "2026-06-01", "group_by": "seat"}

// A bucket that is lost, or a row that is counted twice, makes the aggregate refuse with the counts and without money.
func TestConservationIsBrokenOnPurpose(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	request := spendRequest{
		from: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), to: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), groupBy: "seat", meter: "normalized",
	}
	var found spendRows
	require.NoError(t, recordOf(t, f).read(t.Context(), func(s *snapshot) (err error) {
		found, err = s.spend(request)
		return err
	}))
	call := tools.Call{Now: fixtures.DefaultNow, Account: &tools.Account{}}
	_, err := found.window(request, call)
	require.NoError(t, err)

	lost := found
	lost.buckets = found.buckets[1:]
	twice := found
	twice.buckets = append(append([]spendBucket{}, found.buckets...), found.buckets[0])
	for name, broken := range map[string]spendRows{"a bucket is lost": lost, "rows are counted twice": twice} {
		out, err := broken.window(request, call)
		var e *tools.Error
		require.ErrorAs(t, err, &e, name)
		require.Equal(t, tools.CodeConservationBroken, e.Code)
		require.Equal(t, int64(240), e.Details["window_rows"])
		require.NotEqual(t, e.Details["window_rows"], e.Details["bucket_rows"])
		require.Equal(t, false, e.Details["holds"])
		require.Empty(t, out, "no money")
	}

	var census ExecutorCensus
	err = census.fill([]censusBucket{{"m", "i", sum{rows: 3}}}, 4, 0)
	require.ErrorContains(t, err, tools.CodeConservationBroken)
}

// recordOf opens the record once more, for what no tool shows.
func recordOf(t *testing.T, f *fleetUnderTest) *record {
	all, err := admit(guard.SQLite, Options{}.Policy)
	require.NoError(t, err)
	return &record{runner: f.runner, admitted: all}
}

// One row of the whole table whose time cannot be read is enough, wherever the window is.
func TestUndatedRowsRefuse(t *testing.T) {
	for _, text := range []string{"junk", "now", "12:00", "1778760000", "", "2026-05-14", "2026-05-14 09:12:33", "2026-05-14T25:00:00.000Z", "2026-02-31T00:00:00Z"} {
		f := serveRecord(t, fixtureRecord)
		f.exec(`INSERT INTO run_record (started_at, seat, cost_normalized_usd) VALUES (?, 'x', 1)`, text)
		f.exec(`INSERT INTO ledger (at, real_usd) VALUES (?, 1), (?, 2)`, text, text)
		for _, c := range []struct {
			tool      string
			arguments map[string]any
			undated   float64
		}{
			{"spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01"}, 1},
			{"spend_window", map[string]any{"from": "1990-05-01", "to": "1990-06-01"}, 1},
			{"spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01", "meter": "real"}, 2},
			{"spend_window", map[string]any{"from": "2000-01-01", "to": "2100-01-01", "meter": "virtual"}, 2},
			{"executor_census", map[string]any{"day": "2026-05-13"}, 1},
			{"executor_census", map[string]any{"day": "1990-05-13"}, 1},
		} {
			e := f.refused(c.tool, c.arguments)
			require.Equal(t, tools.CodeConservationBroken, e.Code)
			require.Equal(t, c.undated, e.Details["undated_rows"], text)
			require.Equal(t, e.Details["window_rows"], e.Details["bucket_rows"])
			require.Len(t, e.Details, 4, "counts, and no money")
		}
		e := f.refused("fleet_usage_projection", nil)
		require.Equal(t, tools.CodeUndatedSeat, e.Code)
		require.Equal(t, "x", e.Details["seat"])
		require.Contains(t, e.Message, "seat x")
	}
}

// What looks as if it broke conservation and does not.
func TestConservationHolds(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	for _, at := range []string{
		"2026-05-01T00:00:00Z", "2026-05-01T02:00:00+02:00", "2026-04-30T14:00:00.000-10:00", // the first instant of the window
		"2026-05-31T23:59:59.999Z", "2026-06-01T01:59:59+02:00", // the last ones
	} {
		f.exec(`INSERT INTO run_record (started_at, seat, cost_normalized_usd) VALUES (?, '(unattributed)', 0.1)`, at)
	}
	for _, at := range []string{"2026-04-30T23:59:59.999Z", "2026-05-01T01:59:59.999+02:00", "2026-06-01T00:00:00Z", "2026-06-01T02:00:00+02:00", "2026-05-31T14:00:00-10:00"} {
		f.exec(`INSERT INTO run_record (started_at, seat, cost_normalized_usd) VALUES (?, '', 100)`, at)
	}
	f.exec(`INSERT INTO run_record (started_at, seat) VALUES ('2026-05-10T00:00:00Z', '')`)
	var out SpendWindow
	f.ask("spend_window", may, &out)
	require.Equal(t, Conservation{6, 6, 0, true}, out.Conservation)
	require.Len(t, out.Buckets, 2)
	require.Equal(t, []any{"(unattributed)", false, int64(5), "0.5"}, []any{out.Buckets[0].Key, out.Buckets[0].Unattributed, out.Buckets[0].Rows, out.Buckets[0].CostUSD.String()})
	require.Equal(t, []any{"(unattributed)", true, int64(1), int64(1)}, []any{out.Buckets[1].Key, out.Buckets[1].Unattributed, out.Buckets[1].Rows, out.Buckets[1].UnknownCostRuns})

	// A writer changes what is counted, never whether it adds up. It rests between two rows: the more it writes, the longer a
	// count takes, and the more is written meanwhile.
	db := f.write(t)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				db.Exec(`INSERT INTO run_record (started_at, seat, cost_normalized_usd) VALUES ('2026-05-10T00:00:00Z', 'w', 1)`)
				time.Sleep(time.Millisecond)
			}
		}
	}()
	last := int64(0)
	for range 60 {
		f.ask("spend_window", may, &out)
		require.True(t, out.Conservation.Holds)
		require.GreaterOrEqual(t, out.Totals.Rows, last)
		last = out.Totals.Rows
	}
	close(stop)
	<-done
}

// For every row of the ledger, exactly one of the three counters on a meter of exactly 0.00, none otherwise; and the
// legacy dollars may be wider than their counter.
func TestZeroSplit(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	split := func(meter string) [3]int64 {
		var out SpendWindow
		f.ask("spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01", "meter": meter}, &out)
		return [3]int64{*out.Totals.ZeroByDeclaration, *out.Totals.ZeroLegacyPreMeter, *out.Totals.ZeroUnexplained}
	}
	for _, c := range []struct {
		usd                any
		declared, preMeter int
		want               [3]int64
	}{
		{0.0, 0, 0, [3]int64{0, 0, 1}},
		{0.0, 1, 0, [3]int64{1, 0, 0}},
		{0.0, 0, 1, [3]int64{0, 1, 0}},
		{0.0, 1, 1, [3]int64{1, 0, 0}},
		{math.Copysign(0, -1), 0, 0, [3]int64{0, 0, 1}},
		{nil, 0, 0, [3]int64{}},
		{nil, 1, 1, [3]int64{}},
		{0.01, 1, 1, [3]int64{}},
		{-0.01, 1, 0, [3]int64{}},
		{1e-9, 0, 1, [3]int64{}}, // no micro-dollar, and yet not exactly 0.00
	} {
		f.exec(`DELETE FROM ledger`)
		f.exec(`INSERT INTO ledger (at, real_usd, virtual_usd, zero_declared, pre_meter) VALUES ('2026-05-10T00:00:00Z', ?, ?, ?, ?)`, c.usd, c.usd, c.declared, c.preMeter)
		require.Equal(t, c.want, split("real"), "%+v", c)
		require.Equal(t, c.want, split("virtual"), "%+v", c)
	}
	f.exec(`DELETE FROM ledger`)
	f.exec(`INSERT INTO ledger (at, real_usd, legacy_usd, zero_declared, pre_meter) VALUES ('2026-05-10T00:00:00Z', 0.0, 0.65, 1, 1), ('2026-05-10T00:00:00Z', 0.0, 9, 0, 0)`)
	result := f.raw(tools.LocalOperator(), "spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01", "meter": "real"})
	require.Contains(t, result.Text, `"zero_by_declaration":1,"zero_legacy_pre_meter":0,"zero_unexplained":1,"legacy_cost_usd":0.65`)
}

// Beyond 9e12 dollars nothing overflows, and nothing is rounded.
func TestHugeSums(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	f.exec(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		INSERT INTO run_record (started_at, cost_normalized_usd) SELECT '2026-05-10T00:00:00Z', 9000000000000.25 FROM n`)
	var out SpendWindow
	f.ask("spend_window", may, &out)
	require.Equal(t, "9000000000000250", out.Totals.CostUSD.String())
	f.exec(`INSERT INTO run_record (started_at, cost_normalized_usd) VALUES ('2026-05-10T00:00:00Z', 1e300), ('2026-05-10T00:00:00Z', -1e300), ('2026-05-10T00:00:00Z', 0.1)`)
	f.ask("spend_window", may, &out)
	require.Equal(t, "9000000000000250.1", out.Totals.CostUSD.String())
	f.exec(`INSERT INTO run_record (started_at, cost_normalized_usd) VALUES ('2026-05-10T00:00:00Z', 9e999)`)
	require.Equal(t, CodeMoneyNotFinite, f.refused("spend_window", may).Code)
}

// An empty record is answered, not refused.
func TestEmptyRecord(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	var spend SpendWindow
	f.ask("spend_window", may, &spend)
	require.Empty(t, spend.Buckets)
	require.True(t, spend.Conservation.Holds)
	var census ExecutorCensus
	f.ask("executor_census", map[string]any{"day": "2026-05-14"}, &census)
	require.Equal(t, "no run started on 2026-05-14 (UTC); the record holds 0 runs", *census.EmptyReason)
	for _, tool := range []string{"fleet_show", "wave_show", "ledger_show", "fleet_usage_projection", "capture_list"} {
		result := f.raw(tools.LocalOperator(), tool, nil)
		require.False(t, result.IsError, result.Text)
		require.NotContains(t, result.Text, `:[null`)
	}
	for _, format := range []string{"md", "html"} {
		require.False(t, f.raw(tools.LocalOperator(), "board_export", map[string]any{"format": format}).IsError)
	}
}

// A record of an older schema is told with what is missing and what was expected.
func TestSchemaMismatch(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	f.exec(`ALTER TABLE run_record DROP COLUMN identity`)
	e := f.refused("executor_census", map[string]any{"day": "2026-05-14"})
	require.Equal(t, tools.CodeSchemaMismatch, e.Code)
	require.Equal(t, "run_record.identity", e.Details["missing"])
	require.Contains(t, e.Message, "has no column identity; expected is run_record(id, started_at")

	f = serveRecord(t, fixtureRecord)
	f.exec(`DROP TABLE captures`)
	e = f.refused("capture_list", nil)
	require.Equal(t, []any{tools.CodeSchemaMismatch, "captures"}, []any{e.Code, e.Details["missing"]})
	var out FleetShow
	f.ask("fleet_show", nil, &out) // what does not read it is answered
}

// Arguments are refused before anything is opened, with what is accepted.
func TestArgumentsAreRefused(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	refuse := func(tool, argument, message string, arguments map[string]any) {
		t.Helper()
		e := f.refused(tool, arguments)
		require.Equal(t, tools.CodeInvalidArgument, e.Code, "%s %v: %s", tool, arguments, e.Message)
		require.Equal(t, argument, e.Argument, e.Message)
		require.Contains(t, e.Message, message)
	}
	refuse("board_export", "format", "pdf is not rendered: give one of md, csv, html", map[string]any{"format": "pdf"})
	refuse("board_export", "csv_lane", "csv needs csv_lane: give one of events, streams", map[string]any{"format": "csv"})
	refuse("board_export", "csv_lane", "events, streams", map[string]any{"format": "csv", "csv_lane": "gates"})
	refuse("board_export", "csv_lane", "md has no lanes", map[string]any{"format": "md", "csv_lane": "events"})
	refuse("board_export", "format", "required", map[string]any{})
	for _, limit := range []any{0, -1, 1001, 1.5, "7", 1e30, true} {
		refuse("fleet_show", "limit", "", map[string]any{"limit": limit})
		refuse("wave_show", "limit", "", map[string]any{"limit": limit})
	}
	refuse("capture_list", "limit", "500", map[string]any{"limit": 501})
	refuse("fleet_show", "state", "queued, running, gated, blocked, merged, abandoned", map[string]any{"state": "running,done"})
	refuse("fleet_show", "since", "RFC 3339", map[string]any{"since": "yesterday"})
	refuse("fleet_show", "horizon", "live, all", map[string]any{"horizon": "past"})
	refuse("fleet_show", "streams", "slugs", map[string]any{"streams": []any{"a", ""}})
	refuse("fleet_show", "detail", "summary, full", map[string]any{"detail": "some"})
	refuse("spend_window", "from", "", map[string]any{"to": "2026-05-01"})
	refuse("spend_window", "to", "not before from", map[string]any{"from": "2026-05-02", "to": "2026-05-01"})
	refuse("spend_window", "group_by", "total, stream, seat, model, backend, billing_mode", map[string]any{"from": "2026-05-01", "to": "2026-05-02", "group_by": "day"})
	refuse("spend_window", "meter", "normalized, real, virtual", map[string]any{"from": "2026-05-01", "to": "2026-05-02", "meter": "wrong"})
	refuse("executor_census", "day", "YYYY-MM-DD", map[string]any{"day": "2026-05-14T00:00:00Z"})
	refuse("ledger_show", "x", "", map[string]any{"x": 1})
	_, err := f.registry.Call(t.Context(), tools.LocalOperator(), "fleet_shows", nil, nil)
	require.ErrorContains(t, err, "there are fleet_show, wave_show")

	e := f.refused("stream_detail", map[string]any{"slug": "fix-audit-trial-21"})
	require.Equal(t, []any{tools.CodeUnknownStream, "fix-audit-trail-21"}, []any{e.Code, e.Accepted[0]})
	require.LessOrEqual(t, len(e.Accepted), 3)
	e = f.refused("fleet_show", map[string]any{"streams": "fix-audit-trail-21,missing"})
	require.Equal(t, []any{tools.CodeUnknownStream, "missing"}, []any{e.Code, e.Given})
	require.Equal(t, tools.CodeUnknownCapture, f.refused("capture_show", map[string]any{"id": 12345}).Code)
}

// A caller without cost-data gets no quote from any tool, and one without stream-state no slugs.
func TestClassesBindToTheData(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	f.exec(`UPDATE streams SET quoted_usd = 1234.5678`)
	state := tools.Caller{Name: "s", Classes: []tools.Class{tools.ClassStreamState}}
	cost := tools.Caller{Name: "c", Classes: []tools.Class{tools.ClassCostData}}
	for tool, arguments := range map[string]map[string]any{
		"fleet_show": {"detail": "full", "horizon": "all"}, "wave_show": {}, "stream_detail": {"slug": "fix-audit-trail-21"},
		"capture_list": {}, "capture_show": {"id": 1},
	} {
		result := f.raw(state, tool, arguments)
		require.False(t, result.IsError, result.Text)
		require.NotContains(t, result.Text, "quoted")
		require.NotContains(t, result.Text, "1234.56")
	}
	csv := f.raw(state, "fleet_show", map[string]any{"detail": "full", "format": "csv"})
	require.NotContains(t, csv.Text, "quoted")
	require.Contains(t, f.raw(tools.LocalOperator(), "fleet_show", map[string]any{"detail": "full"}).Text, `"quoted_usd":1234.5678`)
	for _, tool := range []string{"ledger_show", "board_export", "cost_show", "spend_window", "executor_census", "fleet_usage_projection"} {
		_, err := f.registry.Call(t.Context(), state, tool, nil, nil)
		require.ErrorContains(t, err, "cost-data", tool)
	}

	result := f.raw(cost, "cost_show", map[string]any{"stream": "fix-audit-trail-21"})
	require.Contains(t, result.Text, `"quoted_usd":1234.5678`)
	result = f.raw(cost, "cost_show", map[string]any{"stream": "fix-audit-trial-21"})
	require.NotContains(t, strings.ReplaceAll(result.Text, "fix-audit-trial-21", ""), "fix-", "near slugs are stream-state")
}

// The policies for raw SQL, as they read.
func TestPolicyOfRawSQL(t *testing.T) {
	state, cost := tools.ClassStreamState, tools.ClassCostData
	admits := func(classes []tools.Class, sql string) bool {
		_, err := statement.Check(Policy(guard.SQLite, classes), sql)
		return err == nil
	}
	for _, c := range []struct {
		sql                        string
		state, cost, both, neither bool
	}{
		{"SELECT slug FROM streams", true, false, true, false},
		{"SELECT quoted_usd FROM streams", false, false, true, false},
		{"SELECT * FROM streams", false, false, true, false},
		{"SELECT real_usd FROM ledger", false, true, true, false},
		{"SELECT count(*) FROM run_record", false, true, true, false},
		{"SELECT count(*) FROM main.RUN_RECORD", false, true, true, false},
		{"SELECT body FROM notifications", true, false, true, false},
	} {
		require.Equal(t, []bool{c.state, c.cost, c.both, c.neither}, []bool{
			admits([]tools.Class{state}, c.sql), admits([]tools.Class{cost}, c.sql), admits([]tools.Class{state, cost}, c.sql), admits(nil, c.sql),
		}, c.sql)
	}
}

// Rules of an operator hold for the tools too.
func TestOperatorsPolicyHolds(t *testing.T) {
	plain := serveRecord(t, fixtureRecord)
	rules := Options{}
	rules.Policy.DenyRelations = []string{"ledger"}
	rules.Policy.MaskColumns = []string{"gates.log_path"}
	f := serve(t, plain.path, rules)
	require.Equal(t, "relation_not_allowed", f.refused("ledger_show", nil).Code)
	f.ask("fleet_show", nil, &FleetShow{})
}

// The same record, arguments and clock give the same bytes.
func TestResultsAreDeterministic(t *testing.T) {
	f := serveRecord(t, func(path string) error { return fixtures.RandomRecord(path, 11) })
	again := serve(t, f.path, Options{})
	for tool, arguments := range map[string]map[string]any{
		"fleet_show": {"detail": "full", "horizon": "all"}, "wave_show": {"horizon": "all"}, "ledger_show": {}, "board_export": {"format": "html"},
		"capture_list": {}, "spend_window": may, "executor_census": {"day": "2026-05-12"}, "fleet_usage_projection": {},
	} {
		first := f.raw(tools.LocalOperator(), tool, arguments).Text
		for range 5 {
			require.Equal(t, first, again.raw(tools.LocalOperator(), tool, arguments).Text)
		}
	}
}

// What was counted once is not taken for true after a change, however small, by whomever.
func TestUndatedIsCountedAgainAfterAChange(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	db := f.write(t)
	exec := func(statement string) {
		_, err := db.Exec(statement)
		require.NoError(t, err)
	}
	var spend SpendWindow
	var census ExecutorCensus
	real := map[string]any{"from": "2026-05-01", "to": "2026-06-01", "meter": "real"}
	day := map[string]any{"day": "2026-05-13"}
	for range 8 {
		for range 3 { // the second and third are not counted anew
			f.ask("spend_window", may, &spend)
			f.ask("spend_window", real, &spend)
			f.ask("executor_census", day, &census)
		}
		exec(`UPDATE run_record SET started_at = '2020-01-01T25:00:00Z' WHERE id = 1; UPDATE ledger SET at = 'junk' WHERE id = 2`)
		for _, refused := range []*tools.Error{f.refused("spend_window", may), f.refused("spend_window", real), f.refused("executor_census", day)} {
			require.Equal(t, []any{tools.CodeConservationBroken, 1.0}, []any{refused.Code, refused.Details["undated_rows"]})
		}
		exec(`UPDATE run_record SET started_at = '2026-05-12T09:00:00Z' WHERE id = 1; UPDATE ledger SET at = '2026-05-12T09:00:00Z' WHERE id = 2`)
	}
	// A writer that commits between any two calls.
	for i := range 40 {
		exec([]string{
			`UPDATE run_record SET started_at = '2020-01-01Tjunk' WHERE id = 3`, `UPDATE run_record SET started_at = '2020-01-01T00:00:00Z' WHERE id = 3`,
		}[i%2])
		result := f.raw(tools.LocalOperator(), "spend_window", may)
		require.Equal(t, i%2 == 0, result.IsError)
	}
}
