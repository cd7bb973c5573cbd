package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestResultIsHeldBackUntilItIsRecorded lets the audit fail between the rows and the record.
func TestResultIsHeldBackUntilItIsRecorded(t *testing.T) {
	b, err := openBook(filepath.Join(t.TempDir(), "calls.jsonl"))
	require.NoError(t, err)
	stdout := &strings.Builder{}
	out := &output{Writer: stdout}
	require.NoError(t, out.hold())
	_, err = out.Write([]byte("a row\n"))
	require.NoError(t, err)
	assert.Empty(t, stdout.String())
	assert.EqualValues(t, 6, out.written)

	f := &queryFlags{}
	require.NoError(t, b.record(f, question{sql: "SELECT 1"}, 1, out.written, nil))
	require.NoError(t, out.release())
	assert.Equal(t, "a row\n", stdout.String())

	b.close()
	failed := b.record(f, question{sql: "SELECT 1"}, 1, out.written, nil)
	require.Error(t, failed, "a log that is closed cannot be written")
	code, message, hint := explain(failed)
	assert.Equal(t, exitFailed, code)
	assert.True(t, strings.HasPrefix(message, "audit_failed: "), message)
	assert.NotEmpty(t, hint)
}

// TestHeldFileHasNoName finds nothing in the folder for temporary files.
func TestHeldFileHasNoName(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	out := &output{Writer: &strings.Builder{}}
	require.NoError(t, out.hold())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, entries)
	out.discard()
	assert.Nil(t, out.held)
}
