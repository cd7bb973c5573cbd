package sqlite

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

// BenchmarkMillionRows steps through a million rows of four columns and fetches their values.
func BenchmarkMillionRows(b *testing.B) {
	s := open(b, database(b,
		"CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, amount REAL, note TEXT)",
		"WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) INSERT INTO t SELECT i, 'name ' || i, i * 1.5, 'a note of some length for row ' || i FROM n",
	))
	b.ReportAllocs()
	for b.Loop() {
		require.Equal(b, 1000000, drain(b, s, "SELECT * FROM t", "t"))
	}
}

func drain(b *testing.B, s *Source, text string, relations ...string) int {
	t, err := s.start(context.Background(), query.Budget{})
	require.NoError(b, err)
	defer t.Close()
	c, err := t.query(names(relations...), text, guard.Select, nil)
	require.NoError(b, err)
	row := make([]query.Value, len(c.Columns()))
	for n := 0; ; n++ {
		if err := c.Next(row); errors.Is(err, io.EOF) {
			return n
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a database, with the self-test, and closes it.
func BenchmarkOpen(b *testing.B) {
	path := database(b, people...)
	for b.Loop() {
		s, err := Open(context.Background(), Options{Name: "bench", Path: path})
		require.NoError(b, err)
		require.NoError(b, s.Close())
	}
}

// BenchmarkSmallQuery runs a query of one row in a transaction of its own.
func BenchmarkSmallQuery(b *testing.B) {
	s := open(b, database(b, people...))
	for b.Loop() {
		drain(b, s, "SELECT * FROM users WHERE id = 1", "users")
	}
}

// BenchmarkSort sorts a million rows by a text.
func BenchmarkSort(b *testing.B) {
	s := open(b, database(b, "CREATE TABLE t(x)"))
	for b.Loop() {
		drain(b, s, "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n ORDER BY cast(i * 7919 % 1000003 AS TEXT)")
	}
}

// BenchmarkDistinct collects half a million texts in a temporary index.
func BenchmarkDistinct(b *testing.B) {
	s := open(b, database(b, "CREATE TABLE t(x)"))
	for b.Loop() {
		drain(b, s, "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) SELECT count(DISTINCT i * 7919 % 1000003) FROM n")
	}
}
