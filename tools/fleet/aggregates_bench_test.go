package fleet

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

// BenchmarkAggregates asks what reads a million runs, or as many ledger rows, as a whole or for a day, in turn with the bare
// GROUP BY over the same rows through the same runner.
func BenchmarkAggregates(b *testing.B) {
	f := millionRuns(b, 365)
	for _, c := range []struct{ tool, arguments, bare string }{
		{
			"executor_census", `{"day":"2026-04-14"}`,
			`SELECT machine_id, identity, count(*), sum(cost_normalized_usd) FROM run_record WHERE started_at >= '2026-04-14' AND started_at < '2026-04-15' GROUP BY 1, 2`,
		},
		{"fleet_usage_projection", `{}`, `SELECT seat, count(*), max(started_at), sum(cost_normalized_usd) FROM run_record GROUP BY 1`},
		{
			"ledger_show", `{}`,
			`SELECT session, workspace, count(*), sum(real_usd), sum(tokens_in), sum(tokens_out), sum(tokens_cached), sum(calls), sum(refusals), sum(pin_bypasses) FROM ledger GROUP BY 1, 2`,
		},
	} {
		stmt, err := statement.Check(guard.Policy{Dialect: guard.SQLite}, c.bare)
		require.NoError(b, err)
		b.Run(c.tool, func(b *testing.B) {
			call := func() time.Duration {
				began := time.Now()
				result, err := f.registry.Call(context.Background(), tools.LocalOperator(), c.tool, json.RawMessage(c.arguments), nil)
				require.NoError(b, err)
				require.False(b, result.IsError, result.Text)
				return time.Since(began)
			}
			first := call()
			var ours, theirs time.Duration
			for b.Loop() {
				began := time.Now()
				rows, err := f.runner.Query(context.Background(), stmt.Statement, nil, query.Budget{})
				require.NoError(b, err)
				for rows.Next() {
				}
				require.NoError(b, rows.Err())
				rows.Close()
				theirs += time.Since(began)
				ours += call()
			}
			b.ReportMetric(float64(first.Milliseconds()), "ms/first")
			b.ReportMetric(float64(ours.Microseconds())/1000/float64(b.N), "ms/ours")
			b.ReportMetric(float64(theirs.Microseconds())/1000/float64(b.N), "ms/bare")
			b.ReportMetric(float64(ours)/float64(theirs), "ratio")
		})
	}
}
