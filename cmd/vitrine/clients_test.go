package main

import (
	"bufio"
	"crypto/sha256"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// installClients installs the JavaScript clients once, into the user's cache, and returns their folder. Without npm the
// test is skipped, but for CI, where it fails.
var installClients = sync.OnceValues(func() (string, error) {
	list, err := os.ReadFile("testdata/clients/package.json")
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "vitrine", fmt.Sprintf("test-clients-%x", sha256.Sum256(list)))
	if _, err := os.Stat(filepath.Join(folder, "complete")); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), list, 0o644); err != nil {
		return "", err
	}
	install := exec.Command("npm", "install", "--no-package-lock", "--no-audit", "--no-fund")
	install.Dir = folder
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return folder, os.WriteFile(filepath.Join(folder, "complete"), nil, 0o644)
})

func clients(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("JavaScript clients are not driven in short mode")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("npm is needed for the JavaScript clients: make setup installs it")
		}
		t.Skip("npm is not installed: the JavaScript clients are not driven")
	}
	folder, err := installClients()
	require.NoError(t, err)
	return folder
}

// node runs a program of the clients' folder with the Node that lies there.
func node(t *testing.T, folder string, arguments ...string) (string, error) {
	t.Helper()
	bin := filepath.Join(folder, "node_modules", ".bin")
	cmd := exec.CommandContext(t.Context(), filepath.Join(bin, "node"), arguments...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// served is a running server with its databases and tokens.
type served struct {
	folder, url  string
	all, limited string // tokens
	server       *exec.Cmd
	head         chan string // of the audit, told at the end
	said         *lockedBuffer
}

func (s *served) flags() []string {
	return []string{"mcp", "--db", "shop=" + filepath.Join(s.folder, "shop.sqlite"), "--record", filepath.Join(s.folder, "record.sqlite")}
}

// serve builds databases and tokens and starts `vitrine mcp --http` with further flags.
func serve(t *testing.T, flags ...string) *served {
	t.Helper()
	s := &served{folder: t.TempDir()}
	require.NoError(t, fixtures.Cases(filepath.Join(s.folder, "shop.sqlite")))
	require.NoError(t, fixtures.Record(filepath.Join(s.folder, "record.sqlite"), fixtures.Options{}))
	tokens := filepath.Join(s.folder, "tokens.json")
	secret := func(name, classes string) string {
		out, err := exec.Command("vitrine", "token", "new", "--tokens", tokens, "--name", name, "--classes", classes, "--sources", "shop,record").Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	s.all = secret("all", "substrate,stream-state,cost-data")
	s.limited = secret("limited", "substrate")
	s.start(t, append(s.flags(), append([]string{"--http", "127.0.0.1:0", "--tokens", tokens}, flags...)...)...)
	return s
}

func (s *served) start(t *testing.T, arguments ...string) {
	t.Helper()
	server := exec.Command("vitrine", arguments...)
	stderr, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	url, head := make(chan string, 1), make(chan string, 1)
	said := &lockedBuffer{}
	s.server, s.head, s.said = server, head, said
	go func() {
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			fmt.Fprintln(said, lines.Text())
			if _, after, ok := strings.Cut(lines.Text(), "url="); ok {
				at, _, _ := strings.Cut(after, " ")
				url <- at
			}
			if _, after, ok := strings.Cut(lines.Text(), " head="); ok {
				head <- after
			}
		}
		select {
		case url <- "the server ended: " + said.String():
		default:
		}
	}()
	select {
	case at := <-url:
		require.True(t, strings.HasPrefix(at, "http"), at)
		s.url = at
	case <-time.After(time.Minute):
		t.Fatal("the server does not listen")
	}
	s.opened()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		require.NotContains(t, said.String(), "DATA RACE") // where the server is instrumented, it tells so on stderr only
	})
}

// opened waits until the sources are open that the first token may name. On a busy machine that takes longer than a call
// waits for it. Where the server cannot be asked so, it returns at once.
func (s *served) opened() {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
		r, err := http.NewRequest(http.MethodGet, strings.TrimSuffix(s.url, "/mcp")+"/readyz", nil)
		if err != nil {
			return
		}
		r.Header.Set("Authorization", "Bearer "+s.all)
		answer, err := client.Do(r)
		if err != nil {
			return
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK && !strings.Contains(string(text), "unavailable") {
			return
		}
	}
}

// TestTypeScriptClients drives the server with both TypeScript clients, in every mode of negotiation, on both
// transports.
func TestTypeScriptClients(t *testing.T) {
	folder := clients(t)
	script, err := os.ReadFile("testdata/clients/session.mjs")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "session.mjs"), script, 0o644))
	s := serve(t, "--audit", filepath.Join(t.TempDir(), "audit.jsonl"))
	vitrine, err := exec.LookPath("vitrine")
	require.NoError(t, err)
	for _, client := range []string{"v1", "v2 legacy", "v2 auto", "v2 modern"} {
		for transport, given := range map[string]map[string]any{
			"http":  {"url": s.url, "token": s.all, "limited": s.limited},
			"stdio": {"command": append([]string{vitrine}, s.flags()...)},
		} {
			t.Run(client+" "+transport, func(t *testing.T) {
				given["client"] = client
				argument, err := json.Marshal(given)
				require.NoError(t, err)
				out, err := node(t, folder, "session.mjs", string(argument))
				require.NoError(t, err, out)
			})
		}
	}
}

// TestInspector lists and calls with the Inspector, which holds the schemas of the tools to what models' clients take.
func TestInspector(t *testing.T) {
	folder := clients(t)
	s := serve(t)
	vitrine, err := exec.LookPath("vitrine")
	require.NoError(t, err)
	inspect := func(arguments ...string) (string, error) {
		return node(t, folder, append([]string{"node_modules/.bin/mcp-inspector", "--cli"}, arguments...)...)
	}
	exits := func(code int, err error, out string) {
		t.Helper()
		got := 0
		if exit, ok := err.(*exec.ExitError); ok {
			got = exit.ExitCode()
		} else {
			require.NoError(t, err)
		}
		require.Equal(t, code, got, out)
	}
	for _, era := range []string{"legacy", "auto", "modern"} {
		out, err := inspect(append([]string{"--strict", "--protocol-era", era, "--method", "tools/list", vitrine}, s.flags()...)...)
		exits(0, err, out)
		out, err = inspect("--strict", "--protocol-era", era, "--method", "tools/list", "--header", "Authorization: Bearer "+s.all, "--server-url", s.url)
		exits(0, err, out)
		out, err = inspect("--protocol-era", era, "--method", "tools/call", "--tool-name", "substrate_read", "--tool-arg", "sql=SELECT 41+1 AS n", "source=shop", "--header", "Authorization: Bearer "+s.all, "--server-url", s.url)
		exits(0, err, out)
		require.Contains(t, out, "42")
		out, err = inspect("--protocol-era", era, "--method", "tools/call", "--tool-name", "substrate_read", "--tool-arg", "sql=DELETE FROM orders", "source=shop", "--header", "Authorization: Bearer "+s.all, "--server-url", s.url)
		exits(5, err, out)
		out, err = inspect("--protocol-era", era, "--method", "tools/list", "--server-url", s.url)
		exits(3, err, out)
	}
}

// TestConformance runs the official conformance suite against the real server: what a server of tools alone cannot pass
// is listed in the expected failures, and nothing else may fail.
func TestConformance(t *testing.T) {
	folder := clients(t)
	s := &served{folder: t.TempDir()}
	require.NoError(t, fixtures.Cases(filepath.Join(s.folder, "shop.sqlite")))
	require.NoError(t, fixtures.Record(filepath.Join(s.folder, "record.sqlite"), fixtures.Options{}))
	s.start(t, append(s.flags(), "--http", "127.0.0.1:0", "--allow-anonymous")...)
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			expected, err := filepath.Abs("../../tools/mcp/testdata/conformance/expected-failures-" + version + ".yml")
			require.NoError(t, err)
			out, err := node(t, folder, "node_modules/.bin/conformance", "server", "--url", s.url, "--requirements", version,
				"--expected-failures", expected, "-o", t.TempDir())
			require.NoError(t, err, out)
		})
	}
}
