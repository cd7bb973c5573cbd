package fleet

import (
	"context"
	"encoding/csv"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// board asks for a board and returns its content.
func boardOf(f *fleetUnderTest, arguments map[string]any) string {
	var out BoardExport
	f.ask("board_export", arguments, &out)
	return out.Content
}

// awkward adds to a record what a page could trip over.
func awkward(f *fleetUnderTest) {
	long := strings.Repeat("averylongwordwithoutanyspaceinit", 12)
	for i, title := range []string{"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "=HYPERLINK(\"http://example.invalid\")", long, "größe 日本語 🦊", "\u202egnirts"} {
		slug := []string{"script", "image", "formula", "long-" + long, "größe-日本語-🦊", "bidi"}[i]
		f.exec(`INSERT INTO streams (slug, title, state, branch, base, worktree_path, created_at, updated_at) VALUES (?, ?, 'running', 'b', 'main', '/', ?, ?)`,
			slug, title, "2026-05-14T09:00:00Z", "2026-05-14T09:00:00Z")
		f.exec(`INSERT INTO stream_events (slug, at, kind, payload) VALUES (?, '2026-05-14T09:00:00Z', ?, ?)`, slug, "note", `{"text":"`+title+`"}`)
		f.exec(`INSERT INTO gates (slug, name, verdict, at, detail) VALUES (?, ?, 'fail', '2026-05-14T09:01:00Z', ?)`, slug, title, title+"\nsecond line\n\tindented")
	}
	f.exec(`INSERT INTO stream_events (slug, at, kind) VALUES ('script', 'junk', 'undated')`)
}

// The page holds everything it needs, nothing that runs, and shows markup of the record as text.
func TestBoardPageIsInert(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	awkward(f)
	page := boardOf(f, map[string]any{"format": "html"})
	require.NotRegexp(t, `(?i)<script|<img|<iframe|<link|javascript:|\son[a-z]+=["']|src=|href=|url\(|@import`, stripText(page))
	require.Contains(t, page, html.EscapeString("<script>alert(1)</script>"))
	require.Contains(t, page, "prefers-color-scheme: dark")
	require.Contains(t, page, "@media print")
	require.Contains(t, page, "Undated")
}

// stripText leaves the tags of a page.
func stripText(page string) string {
	return strings.Join(regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1), "\n") + strings.Split(strings.SplitN(page, "<style>", 2)[1], "</style>")[0]
}

// The page is looked at in a real browser, narrow and wide: no text overflows, nothing runs, and a title of markup shows
// as text.
func TestBoardInABrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium; .ci/setup installs it")
		}
		t.Skip("there is no chromium: apt-get install chromium")
	}
	f := serveRecord(t, fixtureRecord)
	awkward(f)
	page := boardOf(f, map[string]any{"format": "html"})

	// The probe tells what the page cannot: which elements are wider than their box, and what one title reads like.
	const probe = `<script>
		const wide = [...document.querySelectorAll('body, body *')].filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
			.map(e => e.tagName + '.' + e.className + ':' + e.scrollWidth + '>' + e.clientWidth);
		const titles = [...document.querySelectorAll('.title')].map(e => e.innerText).filter(t => t.includes('alert(1)'));
		const result = document.createElement('pre');
		result.id = 'probe';
		result.textContent = JSON.stringify({wide, page: document.documentElement.scrollWidth > innerWidth, scripts: document.scripts.length, images: document.images.length, titles});
		document.body.append(result);
	</script>`
	probed := strings.Replace(regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`).ReplaceAllString(page, ""), "</body>", probe+"</body>", 1)
	folder := t.TempDir()
	for name, text := range map[string]string{"board.html": page, "probed.html": probed} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	// A browser whose own processes do not come up in time, on a busy machine, is no fault of the page: it is started again.
	run := func(arguments ...string) string {
		var err error
		for range 3 {
			// The browser's helpers may write here for a moment behind its end, which would fail the test of a t.TempDir.
			profile, failed := os.MkdirTemp("", "vitrine-browser")
			require.NoError(t, failed)
			t.Cleanup(func() { os.RemoveAll(profile) })
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			command := exec.CommandContext(ctx, browser, append([]string{
				"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + profile,
				"--hide-scrollbars", "--virtual-time-budget=2000",
			}, arguments...)...)
			command.WaitDelay = 10 * time.Second
			var output []byte
			output, err = command.Output()
			cancel()
			if err == nil {
				return string(output)
			}
		}
		require.NoError(t, err)
		return ""
	}
	for _, size := range []string{"1280,900", "600,900"} {
		dom := run("--window-size="+size, "--dump-dom", "file://"+filepath.Join(folder, "probed.html"))
		require.Contains(t, dom, `id="probe"`)
		result := html.UnescapeString(dom[strings.Index(dom, `id="probe"`):])
		require.Contains(t, result, `"wide":[]`, size)
		require.Contains(t, result, `"page":false`, size)
		require.Contains(t, result, `"scripts":1,"images":0`, "only the probe is a script")
		require.Contains(t, result, `<script>alert(1)</script>`)
	}
	keep := os.Getenv("VITRINE_SCREENSHOTS") // a folder to look at the pictures in
	if keep == "" {
		keep = folder
	}
	for name, how := range map[string][]string{
		"light": {"--window-size=1280,1400"}, "narrow": {"--window-size=600,1400"},
		"dark": {"--window-size=1280,1400", "--blink-settings=preferredColorScheme=0"},
	} {
		picture := filepath.Join(keep, "board-"+name+".png")
		run(append(how, "--screenshot="+picture, "file://"+filepath.Join(folder, "board.html"))...)
		info, err := os.Stat(picture)
		require.NoError(t, err)
		require.Greater(t, info.Size(), int64(20_000))
	}
}

// CSV is RFC 4180, and what the record holds comes back from it unchanged.
func TestBoardCSV(t *testing.T) {
	f := serveRecord(t, fixtureRecord)
	awkward(f)
	events := boardOf(f, map[string]any{"format": "csv", "csv_lane": "events"})
	rows, err := csv.NewReader(strings.NewReader(events)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"at", "slug", "source", "kind", "name", "verdict", "detail", "payload"}, rows[0])
	require.Len(t, rows, 1+139+32+13)
	require.Equal(t, "junk", rows[len(rows)-1][0], "undated entries come last")
	last := ""
	for _, row := range rows[1 : len(rows)-1] {
		require.LessOrEqual(t, compareTexts(last, row[0]), 0)
		last = row[0]
	}
	require.Contains(t, events, `"=HYPERLINK(""http://example.invalid"")`)

	streams := boardOf(f, map[string]any{"format": "csv", "csv_lane": "streams"})
	rows, err = csv.NewReader(strings.NewReader(streams)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+24+6)
	require.Len(t, rows[0], 17)
}

// Beyond the cap the newest entries are kept, totals are over all, and the result says so.
func TestBoardIsCapped(t *testing.T) {
	f := serveRecord(t, fixtures.EmptyRecord)
	f.exec(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10005)
		INSERT INTO stream_events (slug, at, kind) SELECT 's', strftime('%Y-%m-%dT%H:%M:%SZ', 1778000000 + i, 'unixepoch'), 'k' || i FROM n`)
	var out BoardExport
	f.ask("board_export", map[string]any{"format": "csv", "csv_lane": "events"}, &out)
	require.True(t, out.Truncated)
	require.Equal(t, int64(10005), out.Totals.Events)
	require.Equal(t, 10001, strings.Count(out.Content, "\r\n"))
	require.NotContains(t, out.Content, "k5,")
	require.Contains(t, out.Content, "k10005,")
	require.Contains(t, boardOf(f, map[string]any{"format": "md"}), "only the newest 10000 entries are shown")
}
