package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestAuditOnAFullDisk fills the disk that the audit lies on. No call is answered that cannot be recorded, and all are
// again once there is room, without a restart; the chain holds throughout.
func TestAuditOnAFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := unix.Mount("none", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no disk can be mounted that a test could fill: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) })
	file := filepath.Join(folder, "audit.jsonl")
	s := serve(t, "--audit", file)
	ask := func(id int) string {
		status, code, err := s.ask(context.Background(), http.DefaultClient, id, "SELECT "+string(rune('0'+id)))
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status)
		return code
	}
	require.Empty(t, ask(1))
	filler, err := os.Create(filepath.Join(folder, "filler"))
	require.NoError(t, err)
	for err == nil {
		_, err = filler.Write(make([]byte, 512))
	}
	require.ErrorIs(t, err, unix.ENOSPC)
	require.NoError(t, filler.Close())
	refused := 0
	for range 40 { // what is left of the last page of the disk takes some lines
		if code := ask(2); code != "" {
			assert.Equal(t, "audit_failed", code)
			refused++
		} else {
			assert.Zero(t, refused, "answered again without room")
		}
	}
	assert.Positive(t, refused)
	require.NoError(t, os.Remove(filler.Name()))
	assert.Empty(t, ask(3), "there is room")
	out, err := exec.Command("vitrine", "audit", "verify", file).CombinedOutput()
	var exit *exec.ExitError
	require.False(t, errors.As(err, &exit), "%s", out)
	require.NoError(t, err)

	// The same for a command: what it asked for is not shown.
	fill, err := os.Create(filler.Name())
	require.NoError(t, err)
	for err == nil {
		_, err = fill.Write(make([]byte, 512))
	}
	require.NoError(t, fill.Close())
	for shown := true; shown; {
		command := exec.Command("vitrine", "query", "--db", filepath.Join(s.folder, "shop.sqlite"), "--audit", file, "SELECT 4711")
		out, err := command.CombinedOutput()
		if shown = err == nil; !shown {
			assert.Contains(t, string(out), "audit_failed")
			assert.NotContains(t, string(out), "4711\n")
		}
	}
}
