package sqlite

import (
	"database/sql"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// seen returns the version of a new transaction, and what it reads.
func seen(t *testing.T, s *Source) (query.Version, int64) {
	t.Helper()
	tx, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	before, err := tx.Version()
	require.NoError(t, err)
	c, err := tx.query(names("account"), "SELECT amount FROM account", guard.Select, nil)
	require.NoError(t, err)
	row := make([]query.Value, 1)
	require.NoError(t, c.Next(row))
	amount := row[0].Int
	require.NoError(t, c.Close())
	after, err := tx.Version()
	require.NoError(t, err)
	assert.Equal(t, before, after, "within one transaction")
	return before, amount
}

// Where two transactions have the same version they read the same, whatever happens to the file between them.
func TestSameVersionSameContent(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, journal := range []string{"WAL", "DELETE", "TRUNCATE", "PERSIST"} {
		path := database(t, "PRAGMA journal_mode = "+journal, "CREATE TABLE account(amount INT)", "INSERT INTO account VALUES (0)")
		s := open(t, path)
		writer, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)")
		require.NoError(t, err)
		writer.SetMaxOpenConns(1)
		exec := func(statement string, args ...any) {
			_, err := writer.Exec(statement, args...)
			require.NoError(t, err, statement)
		}
		read := map[query.Version]int64{}
		kept := 0
		for i := range 300 {
			switch random.IntN(8) {
			case 0, 1:
				exec("UPDATE account SET amount = ?", i)
			case 2: // what is not committed is no change
				exec("BEGIN IMMEDIATE")
				exec("UPDATE account SET amount = -1")
				if journal == "WAL" {
					seen(t, s)
				}
				exec("ROLLBACK")
			case 3:
				if journal == "WAL" {
					exec("PRAGMA wal_checkpoint(TRUNCATE)")
				} else {
					exec("VACUUM")
				}
			case 4: // several changes between two looks
				for j := range 5 {
					exec("UPDATE account SET amount = ?", i*10+j)
				}
			case 5: // another file in the place of this one
				exec("UPDATE account SET amount = amount")
				require.NoError(t, writer.Close())
				content, err := os.ReadFile(path)
				require.NoError(t, err)
				beside := filepath.Join(t.TempDir(), "beside.db")
				require.NoError(t, os.WriteFile(beside, content, 0o600))
				write(t, beside, "UPDATE account SET amount = 1000000 + amount")
				for _, suffix := range []string{"-wal", "-shm"} {
					require.NoError(t, os.RemoveAll(path+suffix))
				}
				require.NoError(t, os.Rename(beside, path))
				writer, err = sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)")
				require.NoError(t, err)
				writer.SetMaxOpenConns(1)
			}
			version, amount := seen(t, s)
			require.NotZero(t, version)
			if known, ok := read[version]; ok {
				require.Equal(t, known, amount)
				kept++
			}
			read[version] = amount
			if random.IntN(10) == 0 { // a second connection of the source
				tx, err := s.start(t.Context(), query.Budget{})
				require.NoError(t, err)
				other, _ := seen(t, s)
				mine, err := tx.Version()
				require.NoError(t, err)
				assert.NotEqual(t, mine.Connection, other.Connection)
				tx.Close()
			}
		}
		assert.Greater(t, kept, 30, journal)
		require.NoError(t, writer.Close())
	}
}

// A database that was written over in place, by something that knows nothing of SQLite, has another version, although
// all that SQLite looks at is the same.
func TestVersionOfAFileWrittenOver(t *testing.T) {
	path := database(t, "CREATE TABLE account(amount INT)", "INSERT INTO account VALUES (100)")
	s := open(t, path)
	first, _ := seen(t, s)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, byte(100), content[len(content)-1])
	content[len(content)-1] = 101
	require.NoError(t, os.WriteFile(path, content, 0o600))
	second, _ := seen(t, s)
	assert.NotEqual(t, first, second)
}

func TestImmutableHasNoVersion(t *testing.T) {
	path := database(t, "CREATE TABLE account(amount INT)", "INSERT INTO account VALUES (100)")
	s, err := Open(t.Context(), Options{Name: "x", Path: path, Immutable: true})
	require.NoError(t, err)
	defer s.Close()
	version, _ := seen(t, s)
	assert.Zero(t, version)
}
