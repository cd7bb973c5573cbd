package fuzz_test

import (
	"io/fs"
	"os"
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
