package sqlite

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// everything admits all that can be named, as if the guard and its policy were taken away.
type everything struct{ standIn }

func (everything) AllowsRelation(_, _ string) bool          { return true }
func (everything) ColumnAccess(_, _, _ string) guard.Access { return guard.Allow }
func (everything) AllowsFunction(string) bool               { return true }
func (everything) AllowsPragma(string) bool                 { return true }
func (everything) Functions() []string {
	return []string{"load_extension", "writefile", "edit", "readfile", "fts5", "sqlite_log", "count", "hex", "rtreecheck"}
}

// writes are the ways to write that are known. None may change a byte or leave a file, with the guard taken away.
var writes = []string{
	"INSERT INTO users VALUES (3, 'x', 'y')",
	"INSERT INTO users DEFAULT VALUES RETURNING id",
	"WITH x AS (SELECT 1) INSERT INTO users SELECT 9, 'x', 'y' RETURNING *",
	"UPDATE users SET name = 'x'",
	"DELETE FROM users",
	"WITH x AS (SELECT 1) DELETE FROM users WHERE id = 1 RETURNING id",
	"REPLACE INTO users VALUES (1, 'x', 'y')",
	"CREATE TABLE evil(x)",
	"CREATE TABLE evil AS SELECT * FROM users",
	"CREATE TEMP TABLE evil(x)",
	"CREATE TEMP VIEW evil AS SELECT 1",
	"CREATE VIEW evil AS SELECT 1",
	"CREATE TRIGGER evil AFTER INSERT ON users BEGIN SELECT 1; END",
	"CREATE TEMP TRIGGER evil AFTER INSERT ON users BEGIN SELECT 1; END",
	"CREATE INDEX evil ON users(name)",
	"CREATE VIRTUAL TABLE evil USING fts5(x)",
	"CREATE VIRTUAL TABLE temp.evil USING rtree(a, b, c)",
	"DROP TABLE users",
	"ALTER TABLE users ADD COLUMN evil",
	"ALTER TABLE users RENAME TO evil",
	"REINDEX", "ANALYZE", "VACUUM",
	"VACUUM INTO 'copy.db'",
	"VACUUM main INTO 'copy.db'",
	"ATTACH 'evil.db' AS e",
	"ATTACH DATABASE 'file:evil.db?mode=rwc' AS e",
	"ATTACH ':memory:' AS e",
	"DETACH main",
	"BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "COMMIT", "ROLLBACK", "END", "SAVEPOINT a", "RELEASE a", "ROLLBACK TO a",
	"PRAGMA query_only = OFF", "PRAGMA query_only(0)", "PRAGMA journal_mode = WAL", "PRAGMA journal_mode = DELETE",
	"PRAGMA user_version = 7", "PRAGMA application_id = 7", "PRAGMA schema_version = 7", "PRAGMA writable_schema = ON",
	"PRAGMA auto_vacuum = FULL", "PRAGMA incremental_vacuum", "PRAGMA encoding = 'UTF-16'", "PRAGMA page_size = 512",
	"PRAGMA optimize", "PRAGMA optimize(65538)", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA temp_store_directory = '.'",
	"PRAGMA data_store_directory = '.'", "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA cell_size_check = OFF",
	"PRAGMA trusted_schema = ON", "PRAGMA temp_store = FILE", "PRAGMA mmap_size = 1000000", "PRAGMA hard_heap_limit = 0",
	"PRAGMA legacy_file_format = ON", "PRAGMA foreign_key_check", "PRAGMA integrity_check", "PRAGMA database_list",
	"SELECT * FROM pragma_optimize(65538)",
	"SELECT * FROM pragma_wal_checkpoint('TRUNCATE')",
	"SELECT * FROM pragma_journal_mode('DELETE')",
	"SELECT * FROM pragma_query_only('0')",
	"SELECT * FROM pragma_user_version('7')",
	"SELECT * FROM pragma_writable_schema('1')",
	"SELECT * FROM pragma_incremental_vacuum(1)",
	"SELECT load_extension('evil')",
	"SELECT writefile('evil', 'x')",
	"SELECT edit('x', 'touch evil')",
	"SELECT 1; DELETE FROM users",
	"SELECT 1; ATTACH 'evil.db' AS e",
	"EXPLAIN DELETE FROM users",
	"EXPLAIN QUERY PLAN DELETE FROM users",
	"INSERT INTO docs(docs) VALUES ('optimize')",
	"INSERT INTO docs(docs, rank) VALUES ('merge', 500)",
	"UPDATE sqlite_schema SET sql = 'x'",
	"UPDATE sqlite_dbpage SET data = zeroblob(4096)",
	"DELETE FROM sqlite_sequence",
	"INSERT INTO temp.sqlite_schema VALUES (1, 2, 3, 4, 5)",
}

func TestNoWayToWriteWorksWithoutTheGuard(t *testing.T) {
	for _, journal := range []string{"DELETE", "WAL"} {
		t.Run(journal, func(t *testing.T) {
			path := database(t, append(reorder(secrets), "PRAGMA journal_mode = "+journal)...)
			t.Chdir(filepath.Dir(path))
			s := open(t, path)
			_, err := ask(t.Context(), s, "SELECT 1 FROM users", names("users"))
			require.NoError(t, err)
			before, listing := fingerprint(t, path)
			all := everything{standIn{relations: []string{
				"users", "docs", "sqlite_schema", "sqlite_dbpage", "sqlite_sequence", "pragma_optimize", "pragma_wal_checkpoint",
				"pragma_journal_mode", "pragma_query_only", "pragma_user_version", "pragma_writable_schema", "pragma_incremental_vacuum",
			}}}
			for _, text := range writes {
				for _, j := range []admitted{all, names("users")} {
					attemptQuery(s, text, j)
				}
				after, now := fingerprint(t, path)
				require.Equal(t, before, after, text)
				require.Equal(t, listing, now, text)
			}
			// No setting of the connection was changed either: the same ones are tested.
			rows, err := ask(t.Context(), s, "SELECT count(*) FROM users", names("users"))
			require.NoError(t, err)
			assert.Equal(t, [][]any{{int64(2)}}, rows)
			assert.Len(t, s.idle, 1)
			for _, c := range s.idle {
				for _, pragma := range []fixed{"PRAGMA query_only", "PRAGMA cell_size_check"} {
					require.NoError(t, c.each(pragma, func(row *statement) error {
						assert.EqualValues(t, 1, row.integer(0), pragma)
						return nil
					}))
				}
				assert.False(t, c.inTransaction())
			}
		})
	}
}

// attemptQuery runs a text to its end and does not mind how it ends.
func attemptQuery(s *Source, text string, j admitted) {
	t, err := s.start(context.Background(), query.Budget{})
	if err != nil {
		return
	}
	defer t.Close()
	kind := guard.Select
	if len(text) > 7 && text[:7] == "EXPLAIN" {
		kind = guard.Explain
	}
	c, err := t.query(j, text, kind, nil)
	if err != nil {
		return
	}
	defer c.Close()
	row := make([]query.Value, len(c.Columns()))
	for c.Next(row) == nil {
	}
}

// TestEachLayerHoldsByItself tries the ways to write on a connection whose authorizer permits everything.
func TestEachLayerHoldsByItself(t *testing.T) {
	path := database(t, reorder(secrets)...)
	t.Chdir(filepath.Dir(path))
	before, listing := fingerprint(t, path)
	for _, text := range writes {
		c, err := connect(uri(path, false), DefaultMaxMemory)
		require.NoError(t, err)
		leave := c.auth.enter(heedless{})
		if s, err := c.prepare(text); err == nil {
			for more := true; more && err == nil; {
				more, err = s.step()
			}
			s.finalize()
		}
		if c.inTransaction() {
			_ = c.run("ROLLBACK")
		}
		leave()
		c.close()
		after, now := fingerprint(t, path)
		require.Equal(t, before, after, text)
		require.Equal(t, listing, now, text)
	}
}

// fingerprint returns the hashes and the names of the files in a database's folder. It must not be used while the
// process holds locks that matter: to close a file drops them.
func fingerprint(t *testing.T, path string) (map[string][32]byte, []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	hashes := make(map[string][32]byte)
	var listing []string
	for _, e := range entries {
		listing = append(listing, e.Name())
		if filepath.Ext(e.Name()) == ".db-shm" {
			continue // the locks and counters of readers
		}
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		require.NoError(t, err)
		hashes[e.Name()] = sha256.Sum256(content)
	}
	return hashes, listing
}

func TestTheSelfTestNoticesALayerThatIsMissing(t *testing.T) {
	path := database(t, people...)
	c, err := connect(uri(path, false), DefaultMaxMemory)
	require.NoError(t, err)
	defer c.close()
	for _, a := range attempts("users") {
		target := filepath.Join(t.TempDir(), "target")
		require.Error(t, c.attempt(a, nil, target), a.name)
		if !a.alone {
			require.Error(t, c.attempt(a, heedless{}, target), a.name)
		}
		require.NoFileExists(t, target)
	}
	// Without query_only a temporary table can be made, and with a higher limit a file attached.
	leave := c.auth.enter(heedless{})
	off, err := c.prepare("PRAGMA query_only = OFF")
	require.NoError(t, err)
	_, err = off.step()
	require.NoError(t, err)
	off.finalize()
	leave()
	require.NoError(t, c.attempt(attempts("")[1], heedless{}, ""), "CREATE TEMP TABLE")
}
