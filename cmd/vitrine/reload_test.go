package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
)

// listed are the names of the tools that a token sees.
func (s *served) listed(t *testing.T, token string) (status int, names []string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	if answer.StatusCode != http.StatusOK {
		return answer.StatusCode, nil
	}
	var m struct {
		Result struct{ Tools []struct{ Name string } }
	}
	require.NoError(t, json.Unmarshal(text, &m), "%s", text)
	for _, tool := range m.Result.Tools {
		names = append(names, tool.Name)
	}
	return answer.StatusCode, names
}

// SIGHUP puts the policies and the tools of the file into force while the server runs. A file that is wrong changes
// nothing, and the log says where it is wrong. Tokens need no signal.
func TestHangup(t *testing.T) {
	s := &served{folder: t.TempDir()}
	require.NoError(t, fixtures.Cases(filepath.Join(s.folder, "shop.sqlite")))
	require.NoError(t, fixtures.Record(filepath.Join(s.folder, "record.sqlite"), fixtures.Options{Rows: 24}))
	file, tokens := filepath.Join(s.folder, "vitrine.yaml"), filepath.Join(s.folder, "tokens.json")
	newToken := func(name string) string {
		out, err := exec.Command("vitrine", "token", "new", "--tokens", tokens, "--name", name, "--classes", "substrate,stream-state,cost-data", "--sources", "shop,record").Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	s.all = newToken("ann")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	const before = "tokens: tokens.json\nhttp: {listen: \"127.0.0.1:0\"}\nsources:\n  - name: other\n    sqlite: shop.sqlite\n  - name: shop\n    sqlite: shop.sqlite\n"
	write(before)
	s.start(t, "mcp", "--config", file)
	ask := func(sql string) string {
		s.opened()
		status, code, err := s.ask(context.Background(), http.DefaultClient, 7, sql)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status)
		return code
	}
	says := func(text string) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Contains(s.said.String(), text) }, time.Minute, 10*time.Millisecond, "%s", text)
	}
	const secret = "SELECT 7 FROM users WHERE token IS NOT NULL LIMIT 1"
	require.Empty(t, ask(secret))
	_, names := s.listed(t, s.all)
	assert.NotContains(t, names, "fleet_show")

	// Wrong in three ways: a key that is not there, a policy that no guard takes, no YAML at all.
	for _, wrong := range []struct{ text, says string }{
		{before + "    polcy: {deny_columns: [users.token]}\n", "sources[1].polcy: unknown key"},
		{before + "    policy: {deny_columns: [\"users.token.x.y\"]}\n", "deny_columns"},
		{"sources: [", "vitrine.yaml"},
	} {
		write(wrong.text)
		told := strings.Count(s.said.String(), "the one in force stays")
		require.NoError(t, s.server.Process.Signal(syscall.SIGHUP))
		require.Eventually(t, func() bool { return strings.Count(s.said.String(), "the one in force stays") > told }, time.Minute, 10*time.Millisecond, wrong.text)
		says(wrong.says)
		assert.Empty(t, ask(secret), "the old policy stays")
		_, same := s.listed(t, s.all)
		assert.Equal(t, names, same)
	}

	// Right: a stricter policy and more tools.
	write(before + "    policy: {deny_columns: [users.token]}\nrecord: {path: record.sqlite}\n")
	require.NoError(t, s.server.Process.Signal(syscall.SIGHUP))
	says("the configuration was read again")
	assert.Equal(t, "column_not_allowed", ask(secret))
	_, names = s.listed(t, s.all)
	assert.Contains(t, names, "fleet_show")
	write(before)
	require.NoError(t, s.server.Process.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return strings.Count(s.said.String(), "the configuration was read again") == 2 }, time.Minute, 10*time.Millisecond)
	assert.Empty(t, ask(secret))
	_, names = s.listed(t, s.all)
	assert.NotContains(t, names, "fleet_show")

	// Tokens: a new one counts at once, a revoked one no longer does, and a file that cannot be read changes nothing.
	bob := newToken("bob")
	status, _ := s.listed(t, bob)
	assert.Equal(t, http.StatusOK, status, "a new token")
	require.NoError(t, exec.Command("vitrine", "token", "revoke", "ann", "--tokens", tokens).Run())
	status, _ = s.listed(t, s.all)
	assert.Equal(t, http.StatusUnauthorized, status, "a revoked token")
	kept, err := os.ReadFile(tokens)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(tokens, kept[:len(kept)/2], 0o600))
	status, _ = s.listed(t, bob)
	assert.Equal(t, http.StatusOK, status, "half a file")
	says("the tokens file cannot be read")
	require.NoError(t, os.WriteFile(tokens, kept, 0o600))
	require.NoError(t, s.server.Process.Signal(syscall.SIGHUP))
	require.Eventually(t, func() bool { return strings.Count(s.said.String(), "the configuration was read again") == 3 }, time.Minute, 10*time.Millisecond)
	status, _ = s.listed(t, bob)
	assert.Equal(t, http.StatusOK, status)
	for _, token := range []string{s.all, bob} {
		assert.NotContains(t, s.said.String(), token, "a token in the log")
	}
}
