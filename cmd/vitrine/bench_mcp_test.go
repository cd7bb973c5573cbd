package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// BenchmarkMCP measures what a client sees of the program as users have it: from the start of the process to the answer
// to initialize, and calls of one row and of 500 rows, the most that a call gives, with four columns, over stdio and HTTP,
// with the audit on and without fsync. It reports percentiles, what a plain server and a mere echo of as many bytes
// take in the same run, and the memory that is resident at the end.
func BenchmarkMCP(b *testing.B) {
	folder := b.TempDir()
	program, database := built(b), filepath.Join(folder, "shop.sqlite")
	require.NoError(b, fixtures.Cases(database))
	flags := []string{"mcp", "--db", "shop=" + database, "--audit", filepath.Join(folder, "audit.jsonl")}

	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`
	call := func(sql string, limit int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":%q,"limit":%d}}}`, sql, limit)
	}
	b.Run("initialize", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			s := startStdio(b, exec.Command(program, flags...))
			s.ask(b, initialize)
			took = append(took, time.Since(began))
			s.end(b)
		}
		report(b, took)
	})
	n := 0
	for _, c := range []struct {
		name    string
		message func() string
	}{
		{"one row", func() string { return call("SELECT id, user_id, amount, note FROM orders WHERE id = 7", 50) }},
		{"one row, another text each time", func() string {
			n++
			return call(fmt.Sprintf("SELECT id, user_id, amount, note FROM orders WHERE id = 7 AND %d > 0", n), 50)
		}},
		{"500 rows", func() string {
			return call("SELECT id, user_id, amount, note FROM orders UNION ALL SELECT id, user_id, amount, note FROM orders LIMIT 500", 500)
		}},
	} {
		b.Run("stdio "+c.name, func(b *testing.B) {
			s := startStdio(b, exec.Command(program, flags...))
			defer s.end(b)
			s.ask(b, initialize)
			size := s.ask(b, c.message())
			echo, plain := startStdio(b, asYardstick(fmt.Sprintf("echo:%d", size))), startStdio(b, asYardstick("plain:"+database))
			defer echo.end(b)
			defer plain.end(b)
			plain.ask(b, initialize)
			var took, tookEcho, tookPlain []time.Duration
			for b.Loop() { // in turn, some calls each, as a client sends them
				for _, each := range []struct {
					session *stdioSession
					took    *[]time.Duration
				}{{s, &took}, {echo, &tookEcho}, {plain, &tookPlain}} {
					for range inTurn {
						message := c.message()
						began := time.Now()
						each.session.ask(b, message)
						*each.took = append(*each.took, time.Since(began))
					}
				}
			}
			report(b, took)
			b.ReportMetric(0, "ns/op") // of the three together, which says nothing
			b.ReportMetric(middle(tookEcho), "echo-p50-ms")
			b.ReportMetric(middle(tookPlain), "plain-p50-ms")
			b.ReportMetric(float64(residentOf(b, s.cmd.Process.Pid))/(1<<20), "MiB-resident")
		})
	}
	for _, c := range []struct{ name, message string }{
		{"one row", call("SELECT id, user_id, amount, note FROM orders WHERE id = 7", 50)},
		{"500 rows", call("SELECT id, user_id, amount, note FROM orders UNION ALL SELECT id, user_id, amount, note FROM orders LIMIT 500", 500)},
	} {
		b.Run("http "+c.name, func(b *testing.B) {
			limits := filepath.Join(folder, "vitrine.yaml")
			require.NoError(b, os.WriteFile(limits, []byte("http:\n  rate_per_second: 1000000\n"), 0o600))
			server := exec.Command(program, append(flags, "--config", limits, "--http", "127.0.0.1:0", "--allow-anonymous")...)
			stderr, err := server.StderrPipe()
			require.NoError(b, err)
			require.NoError(b, server.Start())
			defer func() {
				_ = server.Process.Kill()
				_ = server.Wait()
			}()
			url := ""
			for lines := bufio.NewScanner(stderr); url == "" && lines.Scan(); {
				_, after, _ := strings.Cut(lines.Text(), "url=")
				url, _, _ = strings.Cut(after, " ")
			}
			go io.Copy(io.Discard, stderr)
			post := func() {
				answer, err := http.Post(url, "application/json", strings.NewReader(c.message))
				require.NoError(b, err)
				text, err := io.ReadAll(answer.Body)
				require.NoError(b, err)
				answer.Body.Close()
				require.False(b, answer.StatusCode != http.StatusOK || bytes.Contains(text, []byte(`"isError":true`)), "%s", text)
			}
			post()
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				post()
				took = append(took, time.Since(began))
			}
			report(b, took)
			b.ReportMetric(float64(residentOf(b, server.Process.Pid))/(1<<20), "MiB-resident")
		})
	}
}

// inTurn is how many calls one program answers before it is another's turn.
const inTurn = 20

// asYardstick is the test binary that answers as a yardstick.
func asYardstick(what string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), yardstick+"="+what)
	cmd.Stderr = os.Stderr
	return cmd
}

// middle is the median in milliseconds.
func middle(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Nanoseconds()) / 1e6
}

// report tells the percentiles of what was measured.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(percent int) float64 {
		return float64(took[min(len(took)*percent/100, len(took)-1)].Nanoseconds()) / 1e6
	}
	b.ReportMetric(at(50), "p50-ms")
	b.ReportMetric(at(99), "p99-ms")
}

type stdioSession struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startStdio(b *testing.B, cmd *exec.Cmd) *stdioSession {
	b.Helper()
	s := &stdioSession{cmd: cmd}
	var err error
	s.in, err = s.cmd.StdinPipe()
	require.NoError(b, err)
	out, err := s.cmd.StdoutPipe()
	require.NoError(b, err)
	s.out = bufio.NewReaderSize(out, 1<<20)
	require.NoError(b, s.cmd.Start())
	return s
}

// ask sends a message and returns how long the answer is.
func (s *stdioSession) ask(b *testing.B, message string) int {
	_, err := io.WriteString(s.in, message+"\n")
	require.NoError(b, err)
	line, err := s.out.ReadSlice('\n')
	require.NoError(b, err)
	require.False(b, bytes.Contains(line, []byte(`"isError":true`)), "%s", line)
	return len(line)
}

func (s *stdioSession) end(b *testing.B) {
	require.NoError(b, s.in.Close())
	require.NoError(b, s.cmd.Wait())
}

func residentOf(b *testing.B, pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kilobytes int64
	_, err = fmt.Sscanf(after, "%d kB", &kilobytes)
	require.NoError(b, err)
	return kilobytes << 10
}
