package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/tools"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
)

// fleetCalls are argument sets of every verb of the record: as words of the shell, and as the arguments of the tool.
var fleetCalls = []struct {
	words     string
	tool      string
	arguments string
}{
	{"fleet show", "fleet_show", `{}`},
	{"fleet show --limit 1", "fleet_show", `{"limit":1}`},
	{"fleet show --limit 7 --detail full", "fleet_show", `{"limit":7,"detail":"full"}`},
	{"fleet show --horizon all --limit 1000", "fleet_show", `{"horizon":"all","limit":1000}`},
	{"fleet show --state merged,abandoned", "fleet_show", `{"state":"merged,abandoned"}`},
	{"fleet show --since 2026-05-12", "fleet_show", `{"since":"2026-05-12"}`},
	{"fleet show --changed-since 2026-05-13T00:00:00+02:00", "fleet_show", `{"changed_since":"2026-05-13T00:00:00+02:00"}`},
	{"fleet show --streams fix-audit-trail-21,document-retry-queue-4", "fleet_show", `{"streams":"fix-audit-trail-21,document-retry-queue-4"}`},
	{"fleet show --streams fix-audit-trail-21 --streams document-retry-queue-4", "fleet_show", `{"streams":["fix-audit-trail-21","document-retry-queue-4"]}`},
	{"fleet show --format csv", "fleet_show", `{"format":"csv"}`},
	{"fleet show --format tsv --detail full --limit 3", "fleet_show", `{"format":"tsv","detail":"full","limit":3}`},
	{"fleet show --limit 0", "fleet_show", `{"limit":0}`},
	{"fleet show --limit 1001", "fleet_show", `{"limit":1001}`},
	{"fleet show --limit 1.5", "fleet_show", `{"limit":1.5}`},
	{"fleet show --limit ten", "fleet_show", `{"limit":"ten"}`},
	{"fleet show --state running,nope", "fleet_show", `{"state":"running,nope"}`},
	{"fleet show --since yesterday", "fleet_show", `{"since":"yesterday"}`},
	{"fleet show --after nonsense", "fleet_show", `{"after":"nonsense"}`},
	{"fleet show --streams missing", "fleet_show", `{"streams":"missing"}`},
	{"fleet show --format xml", "fleet_show", `{"format":"xml"}`},
	{"wave show", "wave_show", `{}`},
	{"wave show --limit 3", "wave_show", `{"limit":3}`},
	{"wave show --horizon all", "wave_show", `{"horizon":"all"}`},
	{"wave show --format csv", "wave_show", `{"format":"csv"}`},
	{"wave show --horizon never", "wave_show", `{"horizon":"never"}`},
	{"stream detail fix-audit-trail-21", "stream_detail", `{"slug":"fix-audit-trail-21"}`},
	{"stream detail --slug document-retry-queue-4", "stream_detail", `{"slug":"document-retry-queue-4"}`},
	{"stream detail fix-audit-trial-21", "stream_detail", `{"slug":"fix-audit-trial-21"}`},
	{"stream detail", "stream_detail", `{}`},
	{"ledger show", "ledger_show", `{}`},
	{"board export --format md", "board_export", `{"format":"md"}`},
	{"board export --format html", "board_export", `{"format":"html"}`},
	{"board export --format csv --csv-lane events", "board_export", `{"format":"csv","csv_lane":"events"}`},
	{"board export --format csv --csv-lane streams", "board_export", `{"format":"csv","csv_lane":"streams"}`},
	{"board export --format csv", "board_export", `{"format":"csv"}`},
	{"board export --format pdf", "board_export", `{"format":"pdf"}`},
	{"board export --format md --csv-lane events", "board_export", `{"format":"md","csv_lane":"events"}`},
	{"board export", "board_export", `{}`},
	{"cost show fix-audit-trail-21", "cost_show", `{"stream":"fix-audit-trail-21"}`},
	{"cost show --stream document-retry-queue-4", "cost_show", `{"stream":"document-retry-queue-4"}`},
	{"cost show missing", "cost_show", `{"stream":"missing"}`},
	{"capture show 3", "capture_show", `{"id":3}`},
	{"capture show --id 1", "capture_show", `{"id":1}`},
	{"capture show 9999", "capture_show", `{"id":9999}`},
	{"capture show three", "capture_show", `{"id":"three"}`},
	{"capture list", "capture_list", `{}`},
	{"capture list --limit 7", "capture_list", `{"limit":7}`},
	{"capture list --stream document-retry-queue-4", "capture_list", `{"stream":"document-retry-queue-4"}`},
	{"capture list --limit 501", "capture_list", `{"limit":501}`},
	{"capture list --stream missing", "capture_list", `{"stream":"missing"}`},
	{"spend window --from 2026-05-01 --to 2026-06-01", "spend_window", `{"from":"2026-05-01","to":"2026-06-01"}`},
	{"spend window --from 2026-05-01 --to 2026-06-01 --group-by seat", "spend_window", `{"from":"2026-05-01","to":"2026-06-01","group_by":"seat"}`},
	{"spend window --from 2026-05-01 --to 2026-06-01 --group-by model --meter real", "spend_window", `{"from":"2026-05-01","to":"2026-06-01","group_by":"model","meter":"real"}`},
	{"spend window --from 2026-05-12T06:00:00Z --to 2026-05-13 --meter virtual", "spend_window", `{"from":"2026-05-12T06:00:00Z","to":"2026-05-13","meter":"virtual"}`},
	{"spend window --from 2026-05-01", "spend_window", `{"from":"2026-05-01"}`},
	{"spend window --from 2026-06-01 --to 2026-05-01", "spend_window", `{"from":"2026-06-01","to":"2026-05-01"}`},
	{"spend window --from 2026-05-01 --to 2026-06-01 --group-by colour", "spend_window", `{"from":"2026-05-01","to":"2026-06-01","group_by":"colour"}`},
	{"executor census 2026-05-13", "executor_census", `{"day":"2026-05-13"}`},
	{"executor census --day 2030-01-01", "executor_census", `{"day":"2030-01-01"}`},
	{"executor census 2026-02-31", "executor_census", `{"day":"2026-02-31"}`},
	{"executor census", "executor_census", `{}`},
	{"fleet usage-projection", "fleet_usage_projection", `{}`},
}

// What --json prints is the text that MCP returns, to the byte, for every verb, errors among them.
func TestFleetVerbsPrintWhatToolsReturn(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record.sqlite")
	require.NoError(t, fixtures.Record(record, fixtures.Options{}))
	now := func() time.Time { return fixtures.DefaultNow }
	c, err := config.Resolve(config.Flags{Record: record})
	require.NoError(t, err)
	g, err := gateway.Open(c, gateway.Options{Clock: now, Logger: quiet()})
	require.NoError(t, err)
	defer g.Close()

	called := map[string]bool{}
	for _, call := range fleetCalls {
		t.Run(call.words, func(t *testing.T) {
			called[call.tool] = true
			want, err := g.Registry().Call(context.Background(), tools.LocalOperator(), call.tool, json.RawMessage(call.arguments), nil)
			require.NoError(t, err)
			a, stdout, stderr := testApp("")
			a.now = now
			code := run(context.Background(), a, append(strings.Fields(call.words), "--record", record, "--json"))
			require.Equal(t, want.Text, stdout.String())
			require.Empty(t, stderr.String())
			wantCode := exitDone
			if want.IsError {
				wantCode = toolExit(want.Code)
			}
			require.Equal(t, wantCode, code)

			// For people: a table or a document, and an error as two lines.
			a, stdout, stderr = testApp("")
			a.now = now
			require.Equal(t, wantCode, run(context.Background(), a, append(strings.Fields(call.words), "--record", record)))
			if want.IsError {
				require.Empty(t, stdout.String())
				require.Contains(t, stderr.String(), "error: "+want.Code)
			} else {
				require.NotEmpty(t, stdout.String())
				require.NotContains(t, stdout.String(), "\x1b")
			}
		})
	}
	for _, group := range fleetVerbs {
		for _, v := range group.verbs {
			require.True(t, called[v.tool], v.tool)
		}
	}
	require.Len(t, called, 11)
}

// Tables are coloured on a terminal only, and not where NO_COLOR asks for none; they fit the terminal.
func TestFleetTablesOnATerminal(t *testing.T) {
	record := filepath.Join(t.TempDir(), "record.sqlite")
	require.NoError(t, fixtures.Record(record, fixtures.Options{}))
	show := func(words ...string) string {
		a, stdout, _ := testApp("")
		a.now = func() time.Time { return fixtures.DefaultNow }
		a.stdoutIsTerminal, a.width = true, 100
		require.Equal(t, exitDone, run(context.Background(), a, append(words, "--record", record)))
		return stdout.String()
	}
	t.Setenv("NO_COLOR", "")
	colored := show("fleet", "show")
	require.Contains(t, colored, "\x1b[33mgated\x1b[0m")
	require.Contains(t, colored, "(7h ago)")
	t.Setenv("NO_COLOR", "1")
	plain := show("fleet", "show")
	require.NotContains(t, plain, "\x1b")
	for line := range strings.Lines(plain) {
		if !strings.Contains(line, "--after") {
			require.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), 100, line)
		}
	}
	require.Contains(t, show("spend", "window", "--from", "2026-05-01", "--to", "2026-06-01"), "+9 unknown")
}

// board export writes the file of --out, and nothing else.
func TestBoardExportWritesItsFile(t *testing.T) {
	folder := t.TempDir()
	record := filepath.Join(folder, "record.sqlite")
	require.NoError(t, fixtures.Record(record, fixtures.Options{}))
	a, stdout, stderr := testApp("")
	out := filepath.Join(folder, "board.html")
	require.Equal(t, exitDone, run(context.Background(), a, []string{"board", "export", "--format", "html", "--out", out, "--record", record}), stderr.String())
	require.Empty(t, stdout.String())
	require.Contains(t, fileText(t, out), "<!doctype html>")
	require.Equal(t, exitUsage, run(context.Background(), a, []string{"board", "export", "--format", "md", "--out", record, "--record", record}))
	require.Equal(t, exitUsage, run(context.Background(), a, []string{"fleet", "show", "--record", record, "--limit", "1", "--limit", "2"}))
	require.Equal(t, exitUsage, run(context.Background(), a, []string{"fleet", "show"}), fmt.Sprint(stderr))
}

func fileText(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
