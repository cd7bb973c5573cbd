package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, text string) *Reading {
	t.Helper()
	r, err := Read(text, 250)
	require.NoError(t, err, text)
	return r
}

func TestStatementKinds(t *testing.T) {
	for _, c := range []struct {
		text string
		kind Kind
		verb string
	}{
		{"SELECT 1", KindSelect, ""},
		{" ; ; -- c\n VALUES (1)", KindSelect, ""},
		{"WITH a AS (SELECT 1) SELECT * FROM a", KindSelect, ""},
		{"EXPLAIN SELECT 1", KindExplain, ""},
		{"EXPLAIN QUERY PLAN VALUES (1)", KindExplainQueryPlan, ""},
		{"delete form x", KindOther, "DELETE"},
		{"EXPLAIN QUERY PLAN INSERT INTO t VALUES (1)", KindOther, "INSERT"},
		{"WITH a AS (SELECT 1) DELETE FROM x", KindOther, "DELETE"},
		{"WITH RECURSIVE a AS (SELECT 1) REPLACE INTO x SELECT 1", KindOther, "REPLACE"},
		{"CREATE UNIQUE INDEX i ON t (a)", KindOther, "CREATE INDEX"},
		{"CREATE TEMP TABLE t AS SELECT 1", KindOther, "CREATE TABLE"},
		{"CREATE VIRTUAL TABLE t USING fts5(x)", KindOther, "CREATE VIRTUAL TABLE"},
		{"create frob", KindOther, "CREATE"},
		{"DROP VIEW v", KindOther, "DROP VIEW"},
		{"ALTER TABLE t RENAME TO u", KindOther, "ALTER TABLE"},
		{"PRAGMA user_version = 1", KindOther, "PRAGMA"},
		{"END", KindOther, "END"},
	} {
		r := read(t, c.text)
		assert.Equal(t, c.kind, r.Kind, c.text)
		assert.Equal(t, c.verb, r.Verb, c.text)
	}
}
