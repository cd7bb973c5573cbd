package sqlite

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"vitrine/query"
)

func TestAnyFileNameIsOpenedReadOnly(t *testing.T) {
	original, err := os.ReadFile(database(t, people...))
	require.NoError(t, err)
	for _, name := range []string{"w.db#", "w.db%00", "w.db?mode=rw&x=", "w.db%3Fmode=rwc", "a b.db", "ä日本.db", "-.db", "file:x.db", "a'b\"c.db", "&immutable=1", "w\\.db", "\xff.db"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, original, 0o644))
		s := open(t, path)
		rows, err := ask(t.Context(), s, "SELECT count(*) FROM users", names("users"))
		require.NoError(t, err, name)
		assert.Equal(t, [][]any{{int64(2)}}, rows, name)
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		assert.Len(t, entries, 1, name)
	}
}

func TestOpenTellsWhatIsWrong(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, content, 0o644))
		return path
	}
	whole, err := os.ReadFile(database(t, people...))
	require.NoError(t, err)
	corrupt := bytes.Clone(whole)
	copy(corrupt[100:], bytes.Repeat([]byte{0xff}, 200))
	pipe := filepath.Join(folder, "pipe")
	require.NoError(t, unix.Mkfifo(pipe, 0o644))
	for _, c := range []struct {
		path string
		code query.Code
	}{
		{filepath.Join(folder, "missing.db"), query.CodeNotFound},
		{filepath.Join(folder, "missing", "x.db"), query.CodeNotFound},
		{folder, query.CodeNotADatabase},
		{pipe, query.CodeNotADatabase},
		{"/dev/null", query.CodeNotADatabase},
		{file("text.db", []byte("this is not a database, but a text that is long enough to look at\n")), query.CodeNotADatabase},
		{file("noise.db", bytes.Repeat([]byte{0xa5}, 4096)), query.CodeNotADatabase},
		{file("corrupt.db", corrupt), query.CodeCorrupt},
	} {
		before := listing(t, folder)
		_, err := Open(t.Context(), Options{Name: "x", Path: c.path})
		var e *query.Error
		if assert.ErrorAs(t, err, &e, c.path) {
			assert.Equal(t, c.code, e.Code, "%s: %s", c.path, e.Message)
			assert.NotEmpty(t, e.Hint, c.path)
			assert.NotContains(t, e.Message+e.Hint, folder, c.path)
		}
		assert.Equal(t, before, listing(t, folder), c.path)
	}
}

func listing(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	return found
}

func TestAnEmptyFileIsAnEmptyDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	s := open(t, path)
	rows, err := ask(t.Context(), s, "SELECT count(*) FROM sqlite_schema", names("sqlite_schema"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(0)}}, rows)
}

func TestALockThatStaysIsTold(t *testing.T) {
	path := database(t, people...)
	db, err := sql.Open("sqlite", path+"?_pragma=locking_mode(EXCLUSIVE)")
	require.NoError(t, err)
	defer db.Close()
	c, err := db.Conn(t.Context())
	require.NoError(t, err)
	defer c.Close()
	_, err = c.ExecContext(t.Context(), "BEGIN EXCLUSIVE")
	require.NoError(t, err)
	_, err = Open(t.Context(), Options{Name: "x", Path: path})
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeLocked, e.Code)
	_, err = c.ExecContext(t.Context(), "ROLLBACK")
	require.NoError(t, err)
}

func TestAFileThatWasReplacedIsOpenedAnew(t *testing.T) {
	path := database(t, people...)
	s := open(t, path)
	count := func() any {
		rows, err := ask(t.Context(), s, "SELECT count(*) FROM users", names("users"))
		require.NoError(t, err)
		return rows[0][0]
	}
	assert.EqualValues(t, 2, count())
	other := filepath.Join(filepath.Dir(path), "other.db")
	write(t, other, "CREATE TABLE users(name)", "INSERT INTO users VALUES ('x')")
	require.NoError(t, os.Rename(other, path))
	assert.EqualValues(t, 1, count())
	require.NoError(t, os.Remove(path))
	_, err := ask(t.Context(), s, "SELECT 1", names())
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeNotFound, e.Code)
}

func TestAChangedSchemaIsSeen(t *testing.T) {
	path := database(t, people...)
	s := open(t, path)
	_, err := ask(t.Context(), s, "SELECT * FROM fresh", names("fresh"))
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeUnknownTable, e.Code)
	write(t, path, "CREATE VIEW fresh AS SELECT name FROM users", "ALTER TABLE users ADD COLUMN age")
	rows, err := ask(t.Context(), s, "SELECT * FROM fresh", names("fresh"))
	require.NoError(t, err)
	assert.Len(t, rows, 2)
	rows, err = ask(t.Context(), s, "SELECT age FROM users", names("users"))
	require.NoError(t, err)
	assert.Len(t, rows, 2)
}

func TestWALInAReadOnlyFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("whoever is root can write to any folder")
	}
	path := database(t, append(people, "PRAGMA journal_mode = WAL")...)
	require.NoError(t, os.Chmod(filepath.Dir(path), 0o555))
	t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o755) })
	_, err := Open(t.Context(), Options{Name: "x", Path: path})
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeUnreadable, e.Code)
	assert.Contains(t, e.Hint, "--immutable")

	s, err := Open(t.Context(), Options{Name: "x", Path: path, Immutable: true})
	require.NoError(t, err)
	defer s.Close()
	rows, err := ask(t.Context(), s, "SELECT count(*) FROM users", names("users"))
	require.NoError(t, err)
	assert.Equal(t, [][]any{{int64(2)}}, rows)
	require.Len(t, s.Notices(), 1)
	assert.Equal(t, query.NoticeImmutable, s.Notices()[0].Code)
	assert.Equal(t, []string{"test.db"}, listing(t, filepath.Dir(path)))
}

func TestAFileWithoutPermission(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("whoever is root can read any file")
	}
	path := database(t, people...)
	require.NoError(t, os.Chmod(path, 0))
	_, err := Open(t.Context(), Options{Name: "x", Path: path})
	var e *query.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, query.CodeUnreadable, e.Code)
	assert.Contains(t, e.Hint, "permissions")
}
