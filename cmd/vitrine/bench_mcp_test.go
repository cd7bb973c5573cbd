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
// to initialize, and calls of one row and of 500 rows, the most that a call gives, with four columns, over stdio and HTTP, with the audit on and
// without fsync. It reports percentiles and the memory that is resident at the end.
func BenchmarkMCP(b *testing.B) {
	folder := b.TempDir()
	program := filepath.Join(folder, "vitrine")
	out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(b, err, string(out))
	require.NoError(b, fixtures.Cases(filepath.Join(folder, "shop.sqlite")))
	flags := []string{"mcp", "--db", "shop=" + filepath.Join(folder, "shop.sqlite"), "--audit", filepath.Join(folder, "audit.jsonl")}

	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`
	call := func(sql string, limit int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":%q,"limit":%d}}}`, sql, limit)
	}
	one := call("SELECT id, user_id, amount, note FROM orders WHERE id = 7", 50)
	many := call("SELECT id, user_id, amount, note FROM orders UNION ALL SELECT id, user_id, amount, note FROM orders LIMIT 500", 500)

	b.Run("initialize", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			s := startStdio(b, program, flags)
			s.ask(b, initialize)
			took = append(took, time.Since(began))
			s.end(b)
		}
		report(b, took)
	})
	for name, message := range map[string]string{"one row": one, "500 rows": many} {
		b.Run("stdio "+name, func(b *testing.B) {
			s := startStdio(b, program, flags)
			defer s.end(b)
			s.ask(b, initialize)
			s.ask(b, message)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				s.ask(b, message)
				took = append(took, time.Since(began))
			}
			report(b, took)
			b.ReportMetric(float64(residentOf(b, s.cmd.Process.Pid))/1e6, "MB-resident")
		})
		b.Run("http "+name, func(b *testing.B) {
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
				answer, err := http.Post(url, "application/json", strings.NewReader(message))
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
			b.ReportMetric(float64(residentOf(b, server.Process.Pid))/1e6, "MB-resident")
		})
	}
}

// report tells the percentiles of what was measured.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(percent int) float64 {
		return float64(took[min(len(took)*percent/100, len(took)-1)].Microseconds()) / 1000
	}
	b.ReportMetric(at(50), "p50-ms")
	b.ReportMetric(at(99), "p99-ms")
}

type stdioSession struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startStdio(b *testing.B, program string, flags []string) *stdioSession {
	b.Helper()
	s := &stdioSession{cmd: exec.Command(program, flags...)}
	var err error
	s.in, err = s.cmd.StdinPipe()
	require.NoError(b, err)
	out, err := s.cmd.StdoutPipe()
	require.NoError(b, err)
	s.out = bufio.NewReaderSize(out, 1<<20)
	require.NoError(b, s.cmd.Start())
	return s
}

func (s *stdioSession) ask(b *testing.B, message string) {
	_, err := io.WriteString(s.in, message+"\n")
	require.NoError(b, err)
	line, err := s.out.ReadSlice('\n')
	require.NoError(b, err)
	require.False(b, bytes.Contains(line, []byte(`"isError":true`)), "%s", line)
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
