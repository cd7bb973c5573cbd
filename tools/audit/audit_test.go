package audit

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

var at = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func record(t testing.TB, l *Log, sql string) {
	t.Helper()
	r := &tools.Result{Text: "{}", SQL: sql, Source: "shop", Rows: 3}
	require.NoError(t, l.Record(context.Background(), tools.Caller{Name: "ann"}, "substrate_read", r, at, 1500*time.Microsecond))
}

func opened(t testing.TB, o Options) *Log {
	t.Helper()
	l, err := Open(o)
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return l
}

func verified(t testing.TB, path string) Report {
	t.Helper()
	key, err := LoadKey(path + ".key")
	require.NoError(t, err)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	r, err := Verify(f, key, nil)
	require.NoError(t, err)
	return r
}

func TestALineSaysWhoAskedWhat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "audit.jsonl")
	l := opened(t, Options{Path: path})
	record(t, l, "SELECT '<é>\n'")
	require.NoError(t, l.Record(context.Background(), tools.Caller{Name: "bob"}, strings.Repeat("ü", 100), &tools.Result{IsError: true, Code: "unknown_tool", Text: "no"}, at, 0))
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(string(raw), "\n")
	assert.Regexp(t, `^\{"seq":1,"time":"2026-11-30T12:00:00Z","principal":"ann","tool":"substrate_read","source":"shop","sql":"SELECT '\\u003cé\\u003e\\n'",`+
		`"sql_sha256":"[0-9a-f]{64}","verdict":"ok","rows":3,"bytes":2,"duration_us":1500,"prev":"0{64}","hash":"[0-9a-f]{64}"\}$`, lines[0])
	assert.Regexp(t, `^\{"seq":2,.*"principal":"bob","tool":"ü{64}…","verdict":"unknown_tool","rows":0,"bytes":2,`, lines[1])
	for _, name := range []string{path, path + ".key"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
	report := verified(t, path)
	assert.Empty(t, report.Problems)
	assert.Equal(t, 2, report.Lines)
	assert.Equal(t, l.Head(), report.Head)
	assert.True(t, report.Begins())
}

func TestWhateverIsDoneToTheLogShows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	l := opened(t, Options{Path: path})
	for i := range 5 {
		record(t, l, fmt.Sprintf("SELECT %d", i))
	}
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(string(raw), "\n"), "\n")
	lines[4] += "\n"
	shows := func(name, problem string, change func(lines []string) []string) {
		t.Helper()
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(change(append([]string{}, lines...)), "")), 0o600))
		report := verified(t, path)
		require.NotEmpty(t, report.Problems, name)
		assert.Contains(t, report.Problems[0].String(), problem, name)
	}
	shows("changed", "line 3: the line was changed", func(l []string) []string { l[2] = strings.Replace(l[2], "SELECT 2", "SELECT 9", 1); return l })
	shows("a byte", "line 3: the line was changed", func(l []string) []string { l[2] = strings.Replace(l[2], `"rows":3`, `"rows":4`, 1); return l })
	shows("removed", "line 3: it does not follow", func(l []string) []string { return append(l[:2], l[3:]...) })
	shows("reordered", "line 2: it does not follow", func(l []string) []string { l[1], l[2] = l[2], l[1]; return l })
	shows("repeated", "line 3: it does not follow", func(l []string) []string { l[2] = l[1]; return l })
	shows("not JSON", "line 2: the line is incomplete", func(l []string) []string { l[1] = "junk\n"; return l })
	shows("empty line", "line 2: the line is incomplete", func(l []string) []string { l[1] = "\n" + l[1]; return l })
	shows("half a last line", "line 5: the line is incomplete, as after a crash", func(l []string) []string { l[4] = l[4][:40]; return l })

	// A cut tail and a cut beginning leave a chain that is right in itself: the head, and where it begins, show them.
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines[:4], "")), 0o600))
	report := verified(t, path)
	assert.Empty(t, report.Problems)
	assert.NotEqual(t, l.Head(), report.Head)
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines[1:], "")), 0o600))
	report = verified(t, path)
	assert.Empty(t, report.Problems)
	assert.False(t, report.Begins())

	other := bytes.Repeat([]byte{1}, keyBytes)
	report, err = Verify(bytes.NewReader(raw), other, nil)
	require.NoError(t, err)
	assert.Len(t, report.Problems, 5, "another key wrote none of it")
}

func TestACrashIsToldAndTheChainGoesOn(t *testing.T) {
	for _, cut := range []int{1, 40, 200, -1} {
		path := filepath.Join(t.TempDir(), "audit.jsonl")
		l := opened(t, Options{Path: path})
		record(t, l, "SELECT 1")
		record(t, l, "SELECT 2")
		require.NoError(t, l.Close())
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		second := bytes.IndexByte(raw, '\n') + 1
		end := second + cut
		if cut < 0 {
			end = len(raw) + cut // only the line feed is missing
		}
		require.NoError(t, os.WriteFile(path, raw[:end], 0o600))

		l = opened(t, Options{Path: path})
		record(t, l, "SELECT 3")
		report := verified(t, path)
		assert.Empty(t, report.Problems, cut)
		if cut < 0 {
			assert.Equal(t, 0, report.Torn)
			assert.Equal(t, 3, report.Lines)
			continue
		}
		assert.Equal(t, 1, report.Torn)
		assert.Equal(t, 3, report.Lines, "the first, the one that tells of the crash, the third")

		// What explains the torn line cannot be made to explain another.
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		now[second] ^= 1
		require.NoError(t, os.WriteFile(path, now, 0o600))
		assert.NotEmpty(t, verified(t, path).Problems)
	}
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("half"), 0o600))
	_, err := Open(Options{Path: path})
	require.ErrorContains(t, err, "key", "a log without its key is not continued")
}

func TestRotationKeepsTheChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit[1].jsonl")
	l := opened(t, Options{Path: path, Rotate: 2000})
	for i := range 30 {
		record(t, l, fmt.Sprintf("SELECT %d", i))
	}
	rotated, err := Rotated(path)
	require.NoError(t, err)
	require.Greater(t, len(rotated), 3)
	key, err := LoadKey(path + ".key")
	require.NoError(t, err)
	var after *Report
	lines := 0
	for _, name := range append(rotated, path) {
		f, err := os.Open(name)
		require.NoError(t, err)
		report, err := Verify(f, key, after)
		f.Close()
		require.NoError(t, err)
		require.Empty(t, report.Problems, name)
		lines += report.Lines
		after = &report
	}
	assert.Equal(t, 30, lines)
	assert.Equal(t, l.Head(), after.Head)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	skipped, err := Verify(f, key, &Report{Head: zero, Sequence: 0})
	require.NoError(t, err)
	assert.NotEmpty(t, skipped.Problems, "a file in between is missing")

	// A new process continues behind a rotation that left nothing in the file.
	require.NoError(t, os.Rename(path, fmt.Sprintf("%s.%012d", path, 30)))
	again := opened(t, Options{Path: path})
	assert.Equal(t, l.Head(), again.Head())
}

func TestSeveralWritersShareOneChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	var group sync.WaitGroup
	for range 4 {
		l := opened(t, Options{Path: path, Rotate: 5000})
		for range 2 {
			group.Go(func() {
				for i := range 25 {
					record(t, l, fmt.Sprintf("SELECT %d", i))
				}
			})
		}
	}
	group.Wait()
	key, err := LoadKey(path + ".key")
	require.NoError(t, err)
	rotated, err := Rotated(path)
	require.NoError(t, err)
	lines, after := 0, (*Report)(nil)
	for _, name := range append(rotated, path) {
		f, err := os.Open(name)
		require.NoError(t, err)
		report, err := Verify(f, key, after)
		f.Close()
		require.NoError(t, err)
		require.Empty(t, report.Problems, name)
		lines, after = lines+report.Lines, &report
	}
	assert.Equal(t, 200, lines)
}

func TestACallThatCannotBeRecordedFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	l := opened(t, Options{Path: path})
	record(t, l, "SELECT 1")
	// Somebody changes the last line while the log is open: nothing is appended to it any more.
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, bytes.Replace(raw, []byte("SELECT 1"), []byte("SELECT 10"), 1), 0o600))
	require.ErrorContains(t, l.Record(context.Background(), tools.Caller{}, "t", &tools.Result{}, at, 0), "changed")
	_, err = Open(Options{Path: path})
	require.ErrorContains(t, err, "changed")

	require.NoError(t, os.Chmod(path+".key", 0o640))
	_, err = Open(Options{Path: path})
	require.ErrorContains(t, err, "0600")
}

// TestKill writes from another process, kills it in the middle of its work and sees that no line is lost that it said
// was written, that the chain holds, and that the next one continues it.
func TestKill(t *testing.T) {
	if path := os.Getenv("VITRINE_AUDIT_WRITER"); path != "" {
		l, err := Open(Options{Path: path})
		require.NoError(t, err)
		for i := 0; ; i++ {
			record(t, l, fmt.Sprintf("SELECT %d", i))
			fmt.Println("written", l.Head())
		}
	}
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	said := 0
	for range 5 {
		writer := exec.Command(os.Args[0], "-test.run=^TestKill$")
		writer.Env = append(os.Environ(), "VITRINE_AUDIT_WRITER="+path)
		out, err := writer.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, writer.Start())
		scanner := bufio.NewScanner(out)
		for n := 0; scanner.Scan(); {
			if strings.HasPrefix(scanner.Text(), "written") {
				said++
				if n++; n == 200 {
					require.NoError(t, writer.Process.Kill())
				}
			}
		}
		_ = writer.Wait()
	}
	l := opened(t, Options{Path: path})
	record(t, l, "SELECT 'the end'")
	report := verified(t, path)
	assert.Empty(t, report.Problems)
	assert.GreaterOrEqual(t, report.Lines-report.Torn, said+1)
	assert.Equal(t, l.Head(), report.Head)
}

func BenchmarkRecord(b *testing.B) {
	l := opened(b, Options{Path: filepath.Join(b.TempDir(), "audit.jsonl")})
	r := &tools.Result{Text: "{}", SQL: "SELECT id, name FROM users WHERE id = 7", Source: "shop"}
	for b.Loop() {
		_ = l.Record(context.Background(), tools.Caller{Name: "ann"}, "substrate_read", r, at, 0)
	}
}
