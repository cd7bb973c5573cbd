package render

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/query"
	"vitrine/query/sqlite"
	"vitrine/tools"
	"vitrine/tools/fleet"
)

var update = flag.Bool("update", false, "write the golden files anew")

// registry serves a record with a clock that stands still.
func registry(t *testing.T, write func(string) error) *tools.Registry {
	path := filepath.Join(t.TempDir(), "record.sqlite")
	require.NoError(t, write(path))
	source, err := sqlite.Open(context.Background(), sqlite.Options{Name: "record", Path: path})
	require.NoError(t, err)
	t.Cleanup(func() { source.Close() })
	made, err := fleet.Tools(query.NewRunner(source, query.RunnerOptions{}), fleet.Options{})
	require.NoError(t, err)
	r, err := tools.NewRegistry(func() time.Time { return fixtures.DefaultNow }, nil, made...)
	require.NoError(t, err)
	return r
}

func pageOf(t *testing.T, r *tools.Registry, tool, arguments string, o Options) string {
	result, err := r.Call(context.Background(), tools.LocalOperator(), tool, json.RawMessage(arguments), nil)
	require.NoError(t, err)
	require.False(t, result.IsError, result.Text)
	var out strings.Builder
	require.NoError(t, Write(&out, tool, result.JSON, o))
	return out.String()
}

// pages are one call of every tool that has a table.
var pages = [][3]string{
	{"fleet_show", "fleet_show", `{"limit":4}`},
	{"fleet_show_full", "fleet_show", `{"limit":4,"detail":"full","horizon":"all"}`},
	{"wave_show", "wave_show", `{"limit":5,"horizon":"all"}`},
	{"stream_detail", "stream_detail", `{"slug":"fix-audit-trail-21"}`},
	{"ledger_show", "ledger_show", `{}`},
	{"cost_show", "cost_show", `{"stream":"document-retry-queue-4"}`},
	{"capture_show", "capture_show", `{"id":3}`},
	{"capture_list", "capture_list", `{"limit":5}`},
	{"spend_window", "spend_window", `{"from":"2026-05-01","to":"2026-06-01","group_by":"seat"}`},
	{"spend_window_real", "spend_window", `{"from":"2026-05-01","to":"2026-06-01","group_by":"seat","meter":"real"}`},
	{"executor_census", "executor_census", `{"day":"2026-05-13"}`},
	{"executor_census_empty", "executor_census", `{"day":"2030-05-13"}`},
	{"fleet_usage_projection", "fleet_usage_projection", `{}`},
}

// Every table is as its golden file has it.
func TestGolden(t *testing.T) {
	r := registry(t, func(path string) error { return fixtures.Record(path, fixtures.Options{}) })
	for _, p := range pages {
		t.Run(p[0], func(t *testing.T) {
			got := pageOf(t, r, p[1], p[2], Options{})
			path := filepath.Join("testdata", p[0]+".txt")
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				return
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "make golden writes it")
			require.Equal(t, string(want), got)
		})
	}
}

// Whatever the record holds, a table has one line a row and nothing in it drives the terminal.
func TestTablesOfAwkwardRecords(t *testing.T) {
	for seed := range uint64(10) {
		r := registry(t, func(path string) error { return fixtures.RandomRecord(path, seed) })
		for _, p := range pages {
			if strings.Contains(p[2], "slug") || strings.Contains(p[2], "stream") || strings.Contains(p[2], "id") {
				continue
			}
			for _, width := range []int{0, 40, 100} {
				text := pageOf(t, r, p[1], p[2], Options{Width: width})
				for _, forbidden := range []string{"\x1b", "\u202e", "\t", "\r"} {
					require.NotContains(t, text, forbidden, p[0])
				}
			}
		}
	}
}

// An unknown price is never shown as 0.00.
func TestUnknownIsNotZero(t *testing.T) {
	var amount fleet.Dollars
	require.Empty(t, money(amount, 3, 3))
	require.Equal(t, "+3 unknown", unknown(3).text)
	require.Equal(t, "0.00", money(amount, 4, 3))
	require.Empty(t, unknown(0).text)
	require.Equal(t, []string{"now", "12s ago", "5m ago", "3h ago", "2d ago", "in 2h"}, []string{
		ago(0), ago(12 * time.Second), ago(5 * time.Minute), ago(3 * time.Hour), ago(50 * time.Hour), ago(-2 * time.Hour),
	})
	require.Equal(t, "12,345,678", number(12345678))
	require.Equal(t, "-1,000", number(-1000))
}
