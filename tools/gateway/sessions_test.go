package gateway_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
	"vitrine/tools/audit"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
	"vitrine/tools/mcp"
)

// usage is what sessions could leave behind.
type usage struct{ goroutines, descriptors, heap int }

func used(t *testing.T) usage {
	t.Helper()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{goroutines: runtime.NumGoroutine(), heap: int(m.HeapAlloc)}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		u.descriptors = len(open)
	}
	return u
}

// session is what a client says from its first line to its last: it reads rows, is refused, and asks the record.
var session = []string{
	`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`,
	`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"SELECT id, name FROM users ORDER BY id","source":"shop"}}}`,
	`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"substrate_read","arguments":{"sql":"DELETE FROM users","source":"shop"}}}`,
	`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"fleet_show","arguments":{"limit":1}}}`,
}

// TestSessionsLeaveNothing opens and ends sessions one after the other, on stdio and over HTTP with a connection each.
// Behind the first hundred, which fill pools and caches, no goroutine, descriptor or memory may stay. With
// VITRINE_FAULTS=all they are ten thousand on each transport.
func TestSessionsLeaveNothing(t *testing.T) {
	n := 300
	if os.Getenv("VITRINE_FAULTS") == "all" {
		n = 10_000
	}
	dir, file := folder(t, everything)
	book, err := audit.Open(audit.Options{Path: filepath.Join(dir, "audit.jsonl")})
	require.NoError(t, err)
	defer book.Close()
	r, err := gateway.NewReloader(config.Flags{Config: file}, gateway.Options{Audit: book})
	require.NoError(t, err)
	defer r.Close()
	server := mcp.NewServer(r.Registry(), mcp.Options{Version: "test"})
	anonymous := tools.LocalOperator()
	handler, err := mcp.NewHandler(server, mcp.HTTPOptions{Anonymous: &anonymous, Loopback: true, Limits: mcp.Limits{PerSecond: -1}})
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.ServeHTTP(ctx, listener, handler, mcp.ServeOptions{Log: slog.New(slog.DiscardHandler)})
	}()
	defer func() {
		cancel()
		<-ended
	}()

	for _, transport := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"stdio", func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, server.ServeStdio(ctx, strings.NewReader(strings.Join(session, "\n")+"\n"), &out))
			answered(t, out.String())
		}},
		{"HTTP", func(t *testing.T) {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			var out strings.Builder
			for _, message := range session {
				request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+listener.Addr().String()+mcp.Path, strings.NewReader(message))
				require.NoError(t, err)
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Accept", "application/json, text/event-stream")
				answer, err := client.Do(request)
				require.NoError(t, err)
				text, err := io.ReadAll(answer.Body)
				require.NoError(t, err)
				require.NoError(t, answer.Body.Close())
				out.Write(text)
				out.WriteByte('\n')
			}
			answered(t, out.String())
		}},
	} {
		t.Run(transport.name, func(t *testing.T) {
			for range 100 {
				transport.run(t)
			}
			before := used(t)
			for range n {
				transport.run(t)
			}
			var after usage
			// A connection that was closed a moment ago still has its goroutine.
			for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
				after = used(t)
				if after.goroutines <= before.goroutines && after.descriptors <= before.descriptors && after.heap < before.heap+1<<20 {
					break
				}
			}
			t.Logf("%d sessions: goroutines %d, then %d; descriptors %d, then %d; heap %d KiB, then %d KiB",
				n, before.goroutines, after.goroutines, before.descriptors, after.descriptors, before.heap>>10, after.heap>>10)
			assert.LessOrEqual(t, after.goroutines, before.goroutines)
			assert.LessOrEqual(t, after.descriptors, before.descriptors)
			assert.Less(t, after.heap, before.heap+1<<20, "a mebibyte for all sessions together is no leak")
		})
	}
}

// answered tests that a session got what it asked for.
func answered(t *testing.T, out string) {
	t.Helper()
	for id, part := range map[int]string{1: "protocolVersion", 2: "Ann", 3: "statement_not_allowed", 4: "structuredContent"} {
		found := false
		for _, line := range strings.Split(out, "\n") {
			found = found || strings.Contains(line, fmt.Sprintf(`"id":%d,`, id)) && strings.Contains(line, part)
		}
		require.True(t, found, "the answer %d has no %s: %s", id, part, out)
	}
}
