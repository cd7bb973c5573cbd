package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vitrine/fuzz/oracle"
	"vitrine/guard/sqlite"
)

// statement writes random SELECTs over a few names, so that CTEs, aliases and tables hide each other all the time.
type statement struct {
	*rand.Rand
	strings.Builder
}

func (s *statement) one(of ...string) string { return of[s.IntN(len(of))] }
func (s *statement) table() string {
	return s.one("a", "b", "c", "A", `"b"`, "[c]", "main.a", "main.b")
}
func (s *statement) alias() string { return s.one("", "", " AS a", " AS b", " AS c", " d") }

func (s *statement) column() string {
	return s.one("", "", "", "a.", "b.", "c.", "d.", "main.a.") + s.one("x", "y", "x", "z", "rowid")
}

func (s *statement) query(depth int) {
	if depth > 0 && s.IntN(3) == 0 {
		s.WriteString("WITH ")
		for i := range 1 + s.IntN(2) {
			if i > 0 {
				s.WriteString(", ")
			}
			s.WriteString(s.one("a", "b", "c") + s.one("", "", "(x, y)") + " AS (")
			s.query(depth - 1)
			s.WriteString(")")
		}
		s.WriteString(" ")
	}
	s.core(depth)
	for s.IntN(5) == 0 {
		s.WriteString(s.one(" UNION ALL ", " UNION ", " EXCEPT "))
		s.core(depth)
	}
	if s.IntN(4) == 0 {
		s.WriteString(" ORDER BY " + s.one("x", "y", "1", s.column()))
	}
}

func (s *statement) core(depth int) {
	s.WriteString("SELECT ")
	switch s.IntN(5) {
	case 0:
		s.WriteString("*")
	case 1:
		s.WriteString(s.one("a", "b", "c", "d") + ".*")
	default:
		s.expression(depth)
		s.WriteString(" AS " + s.one("x", "y", "z") + ", ")
		s.expression(depth)
		s.WriteString(s.one(" AS y", " AS x", ""))
	}
	if s.IntN(6) > 0 {
		s.WriteString(" FROM ")
		s.source(depth)
		for s.IntN(3) == 0 {
			s.WriteString(s.one(", ", " JOIN ", " LEFT JOIN ", " NATURAL JOIN "))
			s.source(depth)
			if s.IntN(4) == 0 {
				s.WriteString(s.one(" USING (x)", " ON "+s.column()))
			}
		}
	}
	if s.IntN(3) == 0 {
		s.WriteString(" WHERE ")
		s.expression(depth)
	}
	if s.IntN(8) == 0 {
		s.WriteString(" GROUP BY " + s.column())
	}
}

func (s *statement) source(depth int) {
	switch n := s.IntN(6); {
	case n == 0 && depth > 0:
		s.WriteString("(")
		s.query(depth - 1)
		s.WriteString(")" + s.alias())
	case n == 1 && depth > 0:
		s.WriteString("(")
		s.source(depth - 1)
		s.WriteString(s.one(", ", " JOIN "))
		s.source(depth - 1)
		s.WriteString(")" + s.alias())
	default:
		s.WriteString(s.table() + s.alias())
	}
}

func (s *statement) expression(depth int) {
	switch n := s.IntN(8); {
	case n == 0 && depth > 0:
		s.WriteString(s.one("(", "EXISTS (", s.column()+" IN ("))
		s.query(depth - 1)
		s.WriteString(")")
	case n == 1:
		fmt.Fprintf(s, "(%s, 1) IN %s", s.column(), s.table())
	case n == 2:
		s.WriteString("max(")
		s.expression(depth)
		s.WriteString(") " + s.one("", "OVER (ORDER BY x)", "FILTER (WHERE y)"))
	case n == 3:
		s.WriteString("1")
	default:
		s.WriteString(s.column())
	}
}

// TestSeesWhatTheAuthorizerSees prepares random statements on tables that exist and holds against the reading what
// SQLite asks its authorizer: nothing may be missing.
func TestSeesWhatTheAuthorizerSees(t *testing.T) {
	e := engine(t)
	require.NoError(t, e.Exec("CREATE TABLE a(x, y); CREATE TABLE b(x, y); CREATE TABLE c(x, z)"))
	prepared := 0
	for seed := range uint64(60_000) {
		s := statement{Rand: rand.New(rand.NewPCG(seed, 1))}
		s.query(3)
		r, err := sqlite.Read(s.String(), 250)
		require.NoError(t, err, s.String())
		o := e.Prepare(s.String())
		if o.Message != "" {
			continue
		}
		prepared++
		if missing := oracle.Uncovered(r, o.Events); missing != "" {
			t.Fatalf("%s\n%s", s.String(), missing)
		}
	}
	t.Logf("%d statements prepared", prepared)
	require.Greater(t, prepared, 3000)
}
