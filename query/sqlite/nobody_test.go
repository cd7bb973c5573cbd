//go:build unix

package sqlite_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
)

// permissions are the tests that whoever is root cannot run as himself, since nothing is forbidden to root.
const permissions = "^(TestWALInAReadOnlyFolder|TestAFileWithoutPermission|TestPermissionsTakenWhileAQueryRuns)$"

// TestAsNobody runs the tests of permissions as a user who is not root, where the tests are root's.
func TestAsNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("the tests of permissions run by themselves: this is not root")
	}
	// Nobody may look into the folders of the tests, nor of the build.
	folder, err := os.MkdirTemp("", "vitrine-nobody-")
	require.NoError(t, err)
	defer os.RemoveAll(folder)
	require.NoError(t, os.Chmod(folder, 0o777))
	program := filepath.Join(folder, "tests")
	copyFile(t, os.Args[0], program)
	const nobody = 65534
	cmd := exec.Command(program, "-test.v", "-test.run", permissions)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "TMPDIR="+folder, "HOME="+folder)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotContains(t, string(out), "SKIP", "%s", out)
	assert.Contains(t, string(out), "--- PASS: TestPermissionsTakenWhileAQueryRuns", "%s", out)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	require.NoError(t, err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	require.NoError(t, err)
	_, err = io.Copy(out, in)
	require.NoError(t, err)
	require.NoError(t, out.Close())
}

// TestPermissionsTakenWhileAQueryRuns takes the permission to read a file, and to look into its folder.
func TestPermissionsTakenWhileAQueryRuns(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("whoever is root can read any file: TestAsNobody runs this")
	}
	g, err := guard.New(guard.Policy{Dialect: guard.SQLite})
	require.NoError(t, err)
	stmt, err := g.Check(faultyQuery)
	require.NoError(t, err)
	for _, journal := range []string{"DELETE", "WAL"} {
		for _, what := range []string{"file", "folder"} {
			t.Run(journal+"/"+what, func(t *testing.T) {
				path := faulty(t, journal)
				take, give := func() { require.NoError(t, os.Chmod(path, 0)) }, func() { require.NoError(t, os.Chmod(path, 0o644)) }
				if what == "folder" {
					take, give = func() { require.NoError(t, os.Chmod(filepath.Dir(path), 0)) }, func() { require.NoError(t, os.Chmod(filepath.Dir(path), 0o755)) }
				}
				defer give()
				source, err := sqlite.Open(t.Context(), sqlite.Options{Name: "faulty", Path: path})
				require.NoError(t, err)
				defer source.Close()
				r := query.NewRunner(source, query.RunnerOptions{Default: ample})
				assert.Equal(t, query.Code(""), answer(r, stmt, take), "a file that is open stays readable")
				// A connection that is kept reads on; a new one, which a second query at the same time needs, cannot.
				result, err := r.Query(t.Context(), stmt, nil, query.Budget{})
				if err == nil {
					require.True(t, result.Next())
					assert.Equal(t, query.CodeUnreadable, answer(r, stmt, nil))
					require.NoError(t, result.Close())
				} else {
					assert.Equal(t, query.CodeUnreadable, failureOf(err))
				}
				give()
				assert.Equal(t, query.Code(""), answer(r, stmt, nil), "the permission is back")
			})
		}
	}
}
