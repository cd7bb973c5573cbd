package fleet

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file in testdata, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "make golden writes it")
	require.Equal(t, string(want), string(got), "%s; make golden writes it anew", name)
}

// Every tool answers on the fixture record as its golden file says.
func TestGolden(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	covered := map[string]bool{}
	for _, c := range []struct {
		name, tool string
		arguments  map[string]any
	}{
		{"fleet_show", "fleet_show", map[string]any{"limit": 4}},
		{"fleet_show_full", "fleet_show", map[string]any{"limit": 3, "detail": "full", "horizon": "all"}},
		{"fleet_show_csv", "fleet_show", map[string]any{"limit": 3, "format": "csv", "detail": "full"}},
		{"wave_show", "wave_show", map[string]any{"limit": 6, "horizon": "all"}},
		{"wave_show_tsv", "wave_show", map[string]any{"limit": 3, "format": "tsv"}},
		{"stream_detail", "stream_detail", map[string]any{"slug": "fix-audit-trail-21"}},
		{"stream_detail_unknown", "stream_detail", map[string]any{"slug": "fix-audit-trial-21"}},
		{"ledger_show", "ledger_show", nil},
		{"board_export_md", "board_export", map[string]any{"format": "md"}},
		{"board_export_html", "board_export", map[string]any{"format": "html"}},
		{"board_export_events", "board_export", map[string]any{"format": "csv", "csv_lane": "events"}},
		{"board_export_streams", "board_export", map[string]any{"format": "csv", "csv_lane": "streams"}},
		{"board_export_pdf", "board_export", map[string]any{"format": "pdf"}},
		{"cost_show", "cost_show", map[string]any{"stream": "document-retry-queue-4"}},
		{"capture_show", "capture_show", map[string]any{"id": 3}},
		{"capture_list", "capture_list", map[string]any{"limit": 3}},
		{"spend_window", "spend_window", map[string]any{"from": "2026-05-12", "to": "2026-05-14", "group_by": "seat"}},
		{"spend_window_real", "spend_window", map[string]any{"from": "2026-05-01", "to": "2026-06-01", "group_by": "billing_mode", "meter": "real"}},
		{"executor_census", "executor_census", map[string]any{"day": "2026-05-13"}},
		{"executor_census_empty", "executor_census", map[string]any{"day": "2026-06-13"}},
		{"fleet_usage_projection", "fleet_usage_projection", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			covered[c.tool] = true
			result := f.raw(tools.LocalOperator(), c.tool, c.arguments)
			// A document is easier to read as itself than as a string in JSON.
			var out struct {
				Content, Filename string
			}
			require.NoError(t, json.Unmarshal(result.JSON, &out))
			encoded := result.JSON
			if c.tool == "board_export" && !result.IsError {
				golden(t, c.name+filepath.Ext(out.Filename), []byte(out.Content))
				content, err := json.Marshal(out.Content)
				require.NoError(t, err)
				for _, written := range [][]byte{content, plainJSON(t, out.Content)} {
					encoded = bytes.ReplaceAll(encoded, written, []byte(`"…"`))
				}
			}
			var pretty bytes.Buffer
			require.NoError(t, json.Indent(&pretty, encoded, "", "  "))
			golden(t, c.name+".json", append(pretty.Bytes(), '\n'))
		})
	}
	require.Len(t, covered, 11)
}

// plainJSON writes a text as results do, without the escapes of HTML.
func plainJSON(t *testing.T, text string) []byte {
	encoded, err := encode(text)
	require.NoError(t, err)
	return encoded
}
