package fleet

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

// spans are over how long a time the million runs of a record lie. The undated count is over the whole table, so it
// weighs the more, the less of the table a month is.
var spans = []struct {
	name string
	days int
}{{"month_of_3", 92}, {"month_of_12", 365}, {"month_of_24", 730}}

// millionRuns writes a record with a million runs and as many ledger rows over the days before 2026-05-01.
func millionRuns(b *testing.B, days int) *fleetUnderTest {
	path := filepath.Join(b.TempDir(), "record.sqlite")
	require.NoError(b, fixtures.EmptyRecord(path))
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(0)")
	require.NoError(b, err)
	const rows = `WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 999999),
			row(i, at) AS MATERIALIZED (SELECT i, strftime('%%Y-%%m-%%dT%%H:%%M:%%fZ', 1777593600 - %d * 86400 + i * (%d * 86400.0 / 1000000), 'unixepoch') FROM n)`
	_, err = db.Exec(fmt.Sprintf(rows, days, days) + `INSERT INTO run_record (started_at, slug, session, machine_id, identity, seat, model, backend, billing_mode,
			tokens_in, tokens_out, cost_normalized_usd) SELECT at, 'stream-' || (i * 7919 % 5003), 's-' || (i / 6), 'm-' || (i % 5), 'id-' || (i % 11),
			CASE i % 25 WHEN 0 THEN '' ELSE 'seat-' || (i * 31 % 12) END, 'model-' || (i % 5), 'gateway', 'metered', i % 60000, i % 9000,
			CASE WHEN i % 33 THEN (i * 7919 % 2000003) / 1e6 END FROM row`)
	require.NoError(b, err)
	_, err = db.Exec(fmt.Sprintf(rows, days, days) + `INSERT INTO ledger (at, session, workspace, slug, seat, model, backend, billing_mode, calls, tokens_in, tokens_out,
			real_usd, virtual_usd, legacy_usd, zero_declared, pre_meter) SELECT at, 's-' || (i / 6), 'atlas', 'stream-' || (i * 7919 % 5003), 'seat-' || (i * 31 % 12),
			'model-' || (i % 5), 'gateway', 'metered', 1, i % 60000, i % 9000, CASE WHEN i % 33 THEN (i * 7919 % 2000003) / 1e6 END, 0.0, NULL, i % 2, 0 FROM row`)
	require.NoError(b, err)
	require.NoError(b, db.Close())
	return serve(b, path, Options{})
}

// BenchmarkSpendWindow asks for one month by seat, in turn with the bare GROUP BY over the same window through the same
// runner. The promise is a ratio of at most 3 where the record has not changed since the undated rows were counted.
func BenchmarkSpendWindow(b *testing.B) {
	for _, span := range spans {
		f := millionRuns(b, span.days)
		for meter, bare := range map[string]string{
			"normalized": `SELECT seat, count(*), sum(cost_normalized_usd) FROM run_record WHERE started_at >= '2026-04-01' AND started_at < '2026-05-01' GROUP BY seat`,
			"real":       `SELECT seat, count(*), sum(real_usd) FROM ledger WHERE at >= '2026-04-01' AND at < '2026-05-01' GROUP BY seat`,
		} {
			stmt, err := statement.Check(guard.Policy{Dialect: guard.SQLite}, bare)
			require.NoError(b, err)
			b.Run(span.name+"/"+meter, func(b *testing.B) {
				var ours, theirs time.Duration
				arguments := map[string]any{"from": "2026-04-01", "to": "2026-05-01", "group_by": "seat", "meter": meter}
				// The first call behind a change of the record counts the undated rows of the whole table.
				fresh := serve(b, f.path, Options{})
				began := time.Now()
				fresh.raw(tools.LocalOperator(), "spend_window", arguments)
				first := time.Since(began)
				f.raw(tools.LocalOperator(), "spend_window", arguments)
				for b.Loop() {
					began := time.Now()
					rows, err := f.runner.Query(context.Background(), stmt.Statement, nil, query.Budget{})
					require.NoError(b, err)
					for rows.Next() {
					}
					require.NoError(b, rows.Err())
					rows.Close()
					theirs += time.Since(began)
					began = time.Now()
					result := f.raw(tools.LocalOperator(), "spend_window", arguments)
					require.False(b, result.IsError, result.Text)
					ours += time.Since(began)
				}
				b.ReportMetric(float64(first.Milliseconds()), "ms/first")
				b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ms/spend")
				b.ReportMetric(float64(theirs.Milliseconds())/float64(b.N), "ms/bare")
				b.ReportMetric(float64(ours)/float64(theirs), "ratio")
			})
		}
	}
}

// BenchmarkUndated is the undated count alone, over a million rows.
func BenchmarkUndated(b *testing.B) {
	f := millionRuns(b, 365)
	text, err := statement.Expand(files, guard.SQLite, "WITH $undated(run_record, started_at) SELECT undated_rows FROM undated")
	require.NoError(b, err)
	stmt, err := statement.Check(guard.Policy{Dialect: guard.SQLite}, text)
	require.NoError(b, err)
	for b.Loop() {
		rows, err := f.runner.Query(context.Background(), stmt.Statement, query.Args{"undated": nil}, query.Budget{})
		require.NoError(b, err)
		for rows.Next() {
		}
		require.NoError(b, rows.Err())
		rows.Close()
	}
}

// BenchmarkFleetShow asks for the first page of 100,000 streams, whose changes lie within so many days.
func BenchmarkFleetShow(b *testing.B) {
	for _, days := range []int{3, 90} {
		path := filepath.Join(b.TempDir(), "record.sqlite")
		require.NoError(b, fixtures.EmptyRecord(path))
		db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(0)")
		require.NoError(b, err)
		_, err = db.Exec(fmt.Sprintf(`WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
			INSERT INTO streams (slug, title, state, branch, base, worktree_path, created_at, updated_at)
			SELECT 'stream-' || i, 'A stream of work', CASE i %% 10 WHEN 0 THEN 'running' WHEN 1 THEN 'gated' WHEN 2 THEN 'blocked' WHEN 3 THEN 'queued' WHEN 4 THEN 'abandoned' ELSE 'merged' END,
			'b/' || i, 'main', '/w/' || i, at, at FROM (SELECT i, strftime('%%Y-%%m-%%dT%%H:%%M:%%fZ', 1778751000 - i * (%d * 86400.0 / 100000), 'unixepoch') AS at FROM n);
			INSERT INTO gates (slug, name, verdict, at) SELECT slug, 'unit', 'pass', updated_at FROM streams;
			INSERT INTO gates (slug, name, verdict, at) SELECT slug, 'lint', 'fail', updated_at FROM streams`, days))
		require.NoError(b, err)
		require.NoError(b, db.Close())
		f := serve(b, path, Options{})
		for name, arguments := range map[string]map[string]any{"live": {}, "all": {"horizon": "all"}, "all_full": {"horizon": "all", "detail": "full"}} {
			encoded, err := json.Marshal(arguments)
			require.NoError(b, err)
			b.Run(fmt.Sprintf("%d_days/%s", days, name), func(b *testing.B) {
				for b.Loop() {
					result, err := f.registry.Call(context.Background(), tools.LocalOperator(), "fleet_show", encoded, nil)
					require.NoError(b, err)
					require.False(b, result.IsError)
				}
			})
		}
	}
}
