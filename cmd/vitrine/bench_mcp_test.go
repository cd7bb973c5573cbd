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
// take in the same run, and the memory that is resident at the end. A thousand rows are two calls, and one of the plain
// server.
//
// Another server can be measured in the same run: VITRINE_BENCH_PEER is its command, in which {db} stands for the
// database, VITRINE_BENCH_PEER_TOOL the tool that takes sql.
func BenchmarkMCP(b *testing.B) {
	folder := b.TempDir()
	program, database := built(b), filepath.Join(folder, "shop.sqlite")
	require.NoError(b, fixtures.Cases(database))
	flags := []string{"mcp", "--db", "shop=" + database, "--audit", filepath.Join(folder, "audit.jsonl")}

	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`
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
	const columns = "SELECT id, user_id, amount, note FROM orders"
	const twice = columns + " UNION ALL " + columns
	n := 0
	for _, c := range []struct {
		name  string
		limit int
		whole func() string   // what the others are asked
		parts func() []string // what takes more than one call; nil for the same
	}{
		{"one row", 50, func() string { return columns + " WHERE id = 7" }, nil},
		{"one row, another text each time", 50, func() string {
			n++
			return fmt.Sprintf(columns+" WHERE id = 7 AND %d > 0", n)
		}, nil},
		{"500 rows", 500, func() string { return columns }, nil},
		{"1000 rows", 500, func() string { return twice }, func() []string { return []string{twice + " LIMIT 500", twice + " LIMIT 500 OFFSET 500"} }},
	} {
		b.Run("stdio "+c.name, func(b *testing.B) {
			s := startStdio(b, exec.Command(program, flags...))
			defer s.end(b)
			s.ask(b, initialize)
			ask := func(each *stdioSession, tool string) (size int) {
				began := time.Now()
				if each != s || c.parts == nil {
					size = each.ask(b, callOf(tool, c.whole(), c.limit))
				} else {
					for _, part := range c.parts() {
						size += each.ask(b, callOf(tool, part, c.limit))
					}
				}
				each.took = append(each.took, time.Since(began))
				return size
			}
			size := ask(s, "substrate_read")
			echo, plain := startStdio(b, asYardstick(fmt.Sprintf("echo:%d", size))), startStdio(b, asYardstick("plain:"+database))
			defer echo.end(b)
			defer plain.end(b)
			plain.ask(b, initialize)
			sessions := map[*stdioSession]string{s: "substrate_read", echo: "", plain: ""}
			peer := startPeer(b, database)
			if peer != nil {
				defer peer.kill()
				peer.ask(b, initialize)
				sessions[peer] = os.Getenv("VITRINE_BENCH_PEER_TOOL")
			}
			for b.Loop() { // in turn, some calls each, as a client sends them
				for each, tool := range sessions {
					for range inTurn {
						ask(each, tool)
					}
				}
			}
			report(b, s.took)
			b.ReportMetric(0, "ns/op") // of all together, which says nothing
			b.ReportMetric(middle(echo.took), "echo-p50-ms")
			b.ReportMetric(middle(plain.took), "plain-p50-ms")
			if peer != nil {
				b.ReportMetric(middle(peer.took), "peer-p50-ms")
				b.ReportMetric(float64(residentOf(b, peer.cmd.Process.Pid))/(1<<20), "MiB-peer-resident")
			}
			b.ReportMetric(float64(residentOf(b, s.cmd.Process.Pid))/(1<<20), "MiB-resident")
		})
	}
	for _, c := range []struct{ name, message string }{
		{"one row", callOf("substrate_read", columns+" WHERE id = 7", 50)},
		{"500 rows", callOf("substrate_read", columns, 500)},
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

// callOf is the message that has a tool read rows. A tool of another server is not told a limit.
func callOf(tool, sql string, limit int) string {
	arguments := fmt.Sprintf(`"sql":%q`, sql)
	if tool == "substrate_read" || tool == "" {
		arguments += fmt.Sprintf(`,"limit":%d`, limit)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{%s}}}`, tool, arguments)
}

// startPeer starts the server that VITRINE_BENCH_PEER names; nil where there is none.
func startPeer(b *testing.B, database string) *stdioSession {
	command := strings.Fields(strings.ReplaceAll(os.Getenv("VITRINE_BENCH_PEER"), "{db}", database))
	if len(command) == 0 {
		return nil
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "SQLITE_DATABASE="+database) // as some are told
	return startStdio(b, cmd)
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
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	took []time.Duration
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

func (s *stdioSession) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
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
