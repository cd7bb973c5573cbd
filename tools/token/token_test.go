package token

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "sub", "tokens.json") }

func TestTokensComeAndGoWithoutARestart(t *testing.T) {
	path := file(t)
	secret, err := New(path, Token{Name: "ann", Classes: []tools.Class{tools.ClassSubstrate}, Sources: []string{"shop"}, Tools: []string{"substrate_read"}, Created: time.Now()})
	require.NoError(t, err)
	s, err := Open(path, true, slog.New(slog.DiscardHandler))
	require.NoError(t, err)

	caller, ok := s.Authenticate(secret)
	require.True(t, ok)
	assert.Equal(t, tools.Caller{Name: "ann", Classes: []tools.Class{tools.ClassSubstrate}, Sources: []string{"shop"}, Tools: []string{"substrate_read"}, Redact: true, Fence: true}, caller)
	assert.False(t, caller.Unrestricted())
	for _, wrong := range []string{"", " ", secret + "x", secret[:len(secret)-1], strings.ToUpper(secret), "vitrine_"} {
		_, ok = s.Authenticate(wrong)
		assert.False(t, ok, wrong)
	}

	second, err := New(path, Token{Name: "bob"})
	require.NoError(t, err)
	_, ok = s.Authenticate(second)
	assert.True(t, ok, "a new token counts at once")
	require.NoError(t, Revoke(path, "ann"))
	_, ok = s.Authenticate(secret)
	assert.False(t, ok, "a revoked token no longer counts")
	require.ErrorIs(t, Revoke(path, "ann"), ErrUnknown)
	_, err = New(path, Token{Name: "bob"})
	require.ErrorContains(t, err, "already")

	list, err := List(path)
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "bob", list[0].Name)
}

func TestExpiredTokensDoNotCount(t *testing.T) {
	path := file(t)
	secret, err := New(path, Token{Name: "ann", Expires: time.Now().Add(time.Hour)})
	require.NoError(t, err)
	s, err := Open(path, false, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	_, ok := s.Authenticate(secret)
	assert.True(t, ok)
	s.now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	_, ok = s.Authenticate(secret)
	assert.False(t, ok)
}

func TestTheFileKeepsNoSecretAndIsPrivate(t *testing.T) {
	path := file(t)
	secret, err := New(path, Token{Name: "ann"})
	require.NoError(t, err)
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.NotContains(t, string(raw), secret)
	assert.NotContains(t, string(raw), strings.TrimPrefix(secret, prefix)[:16])
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.new"))
	require.NoError(t, err)
	assert.Empty(t, left)

	require.NoError(t, os.Chmod(path, 0o644))
	_, err = Open(path, false, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "0600")
}

func TestABrokenFileLeavesTheTokensAsTheyWere(t *testing.T) {
	path := file(t)
	secret, err := New(path, Token{Name: "ann"})
	require.NoError(t, err)
	var log bytes.Buffer
	s, err := Open(path, false, slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(`{"version":1,"tokens":[{"name":`), 0o600))
	_, ok := s.Authenticate(secret)
	assert.True(t, ok)
	assert.Contains(t, log.String(), "cannot be read")
	assert.NotContains(t, log.String(), secret)
	require.NoError(t, os.Remove(path))
	_, ok = s.Authenticate(secret)
	assert.False(t, ok, "a file that is gone leaves no token")
}

func TestNamesAndClassesAreChecked(t *testing.T) {
	for _, bad := range []Token{{Name: ""}, {Name: "a b"}, {Name: "-a"}, {Name: "a", Classes: []tools.Class{"money"}}} {
		_, err := New(file(t), bad)
		assert.Error(t, err)
	}
}

func TestConcurrentChangesLoseNothing(t *testing.T) {
	path := file(t)
	var group sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		group.Go(func() {
			_, err := New(path, Token{Name: name})
			assert.NoError(t, err)
		})
	}
	group.Wait()
	list, err := List(path)
	require.NoError(t, err)
	assert.Len(t, list, 8)
}
