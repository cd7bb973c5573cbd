package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// disk mounts a small disk, and skips the test where that is not permitted.
func disk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := unix.Mount("none", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no disk can be mounted that a test could fill: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) })
	return folder
}

// fillDisk writes a file until there is no room left, and returns its name.
func fillDisk(t *testing.T, folder string) string {
	t.Helper()
	name := filepath.Join(folder, "filler")
	f, err := os.Create(name)
	require.NoError(t, err)
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	require.ErrorIs(t, err, unix.ENOSPC)
	require.NoError(t, f.Close())
	return name
}

// TestAFullDisk fills the disk that a database lies on. Reading goes on, sorting too; what needs a file beside the
// database says so, and is answered once there is room.
func TestAFullDisk(t *testing.T) {
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check(faultyQuery)
	require.NoError(t, err)
	sorted, err := g.Check("SELECT id, note FROM t WHERE length(note) = 300 ORDER BY note DESC, random()")
	require.NoError(t, err)
	for _, journal := range []string{"DELETE", "WAL"} {
		t.Run(journal, func(t *testing.T) {
			folder := disk(t, "32m")
			path := filepath.Join(folder, "faulty.db")
			faultyAt(t, path, journal)
			source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "faulty", Path: path})
			require.NoError(t, err)
			r := query.NewRunner(source, query.RunnerOptions{Default: ample})
			var filler string
			assert.Equal(t, query.Code(""), answer(r, stmt, func() { filler = fillDisk(t, folder) }))
			assert.Equal(t, query.Code(""), answer(r, stmt, nil))
			assert.Equal(t, query.Code(""), answer(r, sorted, nil), "sorting needs no disk")
			require.NoError(t, source.Close())

			// In WAL mode the engine now needs room for the shared memory that went with the last connection.
			_ = os.Remove(path + "-shm")
			f, err := os.OpenFile(filler, os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			for err == nil {
				_, err = f.Write(make([]byte, 4096))
			}
			require.NoError(t, f.Close())
			source, err = sqlite.Open(t.Context(), sqlite.Options{Name: "faulty", Path: path})
			if journal == "WAL" {
				require.Error(t, err)
				assert.Equal(t, query.CodeUnreadable, failureOf(err), "%v", err)
				require.NoError(t, os.Remove(filler))
				source, err = sqlite.Open(t.Context(), sqlite.Options{Name: "faulty", Path: path})
			}
			require.NoError(t, err)
			defer source.Close()
			assert.Equal(t, query.Code(""), answer(query.NewRunner(source, query.RunnerOptions{Default: ample}), stmt, nil), "there is room")
		})
	}
}
