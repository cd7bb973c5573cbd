package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGeneratedFileIsCurrent fails when the linked SQLite has other tables than those in the repository, or another
// grammar than actions.go knows.
func TestGeneratedFileIsCurrent(t *testing.T) {
	want, err := generate()
	require.NoError(t, err)
	have, err := os.ReadFile("../" + output)
	require.NoError(t, err)
	require.True(t, string(want) == string(have), "guard/sqlite/tables_gen.go is out of date: run go generate ./guard/sqlite")
}
