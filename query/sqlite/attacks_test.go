package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vitrine/fixtures"
	"vitrine/fuzz"
	"vitrine/fuzz/corpora"
	"vitrine/guard"
	"vitrine/query"
)

// TestGuardOff hands every text that the guard must refuse straight to the engine: the seeds and, where VITRINE_CORPORA
// names them, the attacks of the corpora. Each runs twice, under the authorizer with everything admitted that can be
// named, and without the authorizer, where only the read-only open, query_only and the limits are left. No byte may
// change and no file may appear either way.
func TestGuardOff(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.db")
	require.NoError(t, fixtures.Secrets(path))
	write(t, path, "PRAGMA journal_mode = DELETE")
	t.Chdir(dir)
	s := open(t, path)
	all := everything{standIn{relations: []string{"users", "orders", "sqlite_schema", "sqlite_dbpage", "dbstat", "pragma_optimize", "pragma_journal_mode"}}}
	before, listing := fingerprint(t, path)
	texts := attackTexts(t)
	note := notes(t)
	for _, a := range texts {
		text := a.text
		note(a.name, ending(runToEnd(s, text, all)), ending(withoutAuthorizer(t, path, text)))
		after, now := fingerprint(t, path)
		require.Equal(t, before, after, "%.300q", text)
		require.Equal(t, listing, now, "%.300q", text)
	}
	t.Logf("%d attacks changed nothing with the guard off", len(texts))
}

func withoutAuthorizer(t *testing.T, path, text string) error {
	c, err := connect(uri(path, false), DefaultMaxMemory)
	require.NoError(t, err)
	defer c.close()
	defer c.auth.enter(heedless{})()
	defer time.AfterFunc(time.Second, c.cancel).Stop()
	statement, err := c.prepare(text)
	if err != nil {
		return err
	}
	for more := true; more && err == nil; {
		more, err = statement.step()
	}
	statement.finalize()
	if c.inTransaction() {
		_ = c.run("ROLLBACK")
	}
	return err
}

// notes returns what notes how a text ended, for the security report, in the file that VITRINE_REPORT names.
func notes(t *testing.T) func(name, authorizer, bare string) {
	t.Helper()
	path := os.Getenv("VITRINE_REPORT")
	if path == "" {
		return func(_, _, _ string) {}
	}
	file, err := os.Create(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, file.Close()) })
	encoder := json.NewEncoder(file)
	return func(name, authorizer, bare string) {
		require.NoError(t, encoder.Encode(map[string]string{"name": name, "authorizer": authorizer, "withoutAuthorizer": bare}))
	}
}

// ending names what ended a text.
func ending(err error) string {
	var refusal *guard.Refusal
	var engine *engineError
	text := ""
	switch {
	case err == nil:
		return "reads"
	case errors.As(err, &refusal):
		return "authorizer"
	case errors.As(err, &engine):
		text = engine.message
	default:
		text = err.Error()
	}
	for _, known := range []struct{ part, name string }{
		{"not authorized", "authorizer"},
		{"prohibited", "authorizer"},
		{"readonly", "read-only"},
		{"read-only", "read-only"},
		{"syntax error", "not SQL to the engine"},
		{"unrecognized token", "not SQL to the engine"},
		{"incomplete input", "not SQL to the engine"},
		{"no such", "no such thing in the engine"},
		{"too many attached", "limits"},
		{"Recursion limit", "limits"},
		{"too large", "limits"},
		{"too many", "limits"},
		{"too big", "limits"},
		{"transaction", "no transaction to end"},
		{"one statement", "one statement is prepared"},
	} {
		if strings.Contains(text, known.part) {
			return known.name
		}
	}
	return "the engine's own error"
}

// runToEnd runs a text to its end and says what ended it.
func runToEnd(s *Source, text string, j admitted) error {
	tx, err := s.start(context.Background(), query.Budget{Time: time.Second})
	if err != nil {
		return err
	}
	defer tx.Close()
	kind := guard.Select
	if strings.HasPrefix(strings.ToUpper(text), "EXPLAIN") {
		kind = guard.Explain
	}
	cursor, err := tx.query(j, text, kind, nil)
	if err != nil {
		return err
	}
	defer cursor.Close()
	row := make([]query.Value, len(cursor.Columns()))
	for err == nil {
		err = cursor.Next(row)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

type namedText struct{ name, text string }

func attackTexts(t *testing.T) []namedText {
	t.Helper()
	seeds, err := fuzz.Seeds(guard.SQLite)
	require.NoError(t, err)
	var texts []namedText
	for _, s := range seeds {
		if s.Verdict == fuzz.Refuse {
			texts = append(texts, namedText{s.Path, s.SQL})
		}
	}
	for _, l := range corpora.Attacks(t, string(guard.SQLite), "refuse") {
		texts = append(texts, namedText{l.ID, l.SQL})
	}
	return texts
}
