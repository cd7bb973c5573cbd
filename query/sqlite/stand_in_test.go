package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"vitrine/guard"
	"vitrine/query"
)

// standIn admits whatever its fields say, so that the layers beneath the guard are tested without one.
type standIn struct {
	relations []string // that the text names
	functions []string // that the text calls
	defines   []string // common tables
	deny      []string // relations, or columns as relation.column
	mask      []string
}

func (s standIn) Relations() []guard.Relation {
	var relations []guard.Relation
	for _, name := range s.relations {
		relations = append(relations, guard.Relation{Name: name})
	}
	return relations
}

func (s standIn) Defines(name string) bool { return slices.Contains(s.defines, fold(name)) }
func (s standIn) Functions() []string      { return s.functions }
func (s standIn) AllowsRelation(_, relation string) bool {
	return !slices.Contains(s.deny, fold(relation))
}
func (s standIn) AllowsFunction(name string) bool { return name != "load_extension" }
func (s standIn) AllowsPragma(name string) bool   { return name == "table_info" }
func (s standIn) ColumnAccess(_, relation, column string) guard.Access {
	switch name := fold(relation) + "." + fold(column); {
	case slices.Contains(s.deny, name):
		return guard.Deny
	case slices.Contains(s.mask, name):
		return guard.Mask
	}
	return guard.Allow
}

// database makes a database file with the engine's ordinary driver and returns its path.
func database(t testing.TB, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	write(t, path, statements...)
	return path
}

// write runs statements on a database file with the engine's ordinary driver.
func write(t testing.TB, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	for _, s := range statements {
		_, err := db.Exec(s)
		require.NoError(t, err, s)
	}
}

// people are the two tables of the documented cases.
var people = []string{
	"CREATE TABLE orders(id INTEGER PRIMARY KEY, user_id INT, amount REAL, note TEXT)",
	"WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO orders SELECT i, i % 2, i * 1.5, 'n' || i FROM n",
	"CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, token TEXT)",
	"INSERT INTO users VALUES (1, 'Ann', 't1'), (2, 'Bob', 't2')",
}

func open(t testing.TB, path string) *Source {
	t.Helper()
	s, err := Open(context.Background(), Options{Name: "test", Path: path})
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// ask runs a text as if a guard had admitted it, and returns its rows as Go values.
func ask(ctx context.Context, s *Source, text string, stmt standIn, values ...any) ([][]any, error) {
	rows, _, err := askAll(ctx, s, text, stmt, values...)
	return rows, err
}

func askAll(ctx context.Context, s *Source, text string, stmt standIn, values ...any) ([][]any, []guard.Notice, error) {
	t, err := s.start(ctx, query.Budget{})
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	c, err := t.query(stmt, text, guard.Select, values)
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	row := make([]query.Value, len(c.Columns()))
	var rows [][]any
	for {
		err := c.Next(row)
		if errors.Is(err, io.EOF) {
			return rows, c.Notices(), nil
		}
		if err != nil {
			return rows, nil, err
		}
		rows = append(rows, plain(row))
	}
}

func plain(row []query.Value) []any {
	values := make([]any, len(row))
	for i, v := range row {
		switch v.Kind {
		case query.Integer:
			values[i] = v.Int
		case query.Real:
			values[i] = v.Float
		case query.Text:
			values[i] = string(v.Bytes)
		case query.Blob:
			values[i] = slices.Clone(v.Bytes)
			if values[i] == nil {
				values[i] = []byte{}
			}
		}
	}
	return values
}

// explain returns the plan of a statement.
func explain(t *testing.T, s *Source, text string, stmt standIn) string {
	t.Helper()
	tx, err := s.start(t.Context(), query.Budget{})
	require.NoError(t, err)
	defer tx.Close()
	c, err := tx.query(stmt, "EXPLAIN QUERY PLAN "+text, guard.ExplainQueryPlan, nil)
	require.NoError(t, err)
	row := make([]query.Value, len(c.Columns()))
	var plan string
	for c.Next(row) == nil {
		plan += string(row[3].Bytes) + "\n"
	}
	return plan
}
