package fuzz_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoFolderOfSeedsIsEmpty looks at the disk, where an empty folder can lie that is not compiled in.
func TestNoFolderOfSeedsIsEmpty(t *testing.T) {
	require.NoError(t, fs.WalkDir(os.DirFS("seeds"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			inside, err := os.ReadDir("seeds/" + name)
			assert.NoError(t, err)
			assert.NotEmpty(t, inside, "seeds/%s is empty", name)
		}
		return err
	}))
}

// TestReadmeTellsEveryTarget reads the names of the targets from the code.
func TestReadmeTellsEveryTarget(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	names, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	targets := map[string]bool{}
	for _, name := range names {
		code, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, target := range regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`).FindAllSubmatch(code, -1) {
			targets[string(target[1])] = true
		}
	}
	require.NotEmpty(t, targets)
	told := map[string]bool{}
	for _, target := range regexp.MustCompile("(?m)^\\| `(Fuzz\\w+)`").FindAllSubmatch(readme, -1) {
		told[string(target[1])] = true
	}
	assert.Equal(t, targets, told)
}
