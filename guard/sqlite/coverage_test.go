package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
	for seed := range uint64(20_000) {
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
	require.Greater(t, prepared, 1000)
}

// TestSeesWhatTheAuthorizerSeesInTheCorpora does the same for the corpora, on tables made up for each statement.
func TestSeesWhatTheAuthorizerSeesInTheCorpora(t *testing.T) {
	e := engine(t)
	texts := corpus(t, "sqlite-legit.jsonl.gz")
	prepared := 0
	for _, text := range texts {
		r, err := sqlite.Read(text, 250)
		if err != nil || r.Kind != sqlite.KindSelect {
			continue
		}
		require.NoError(t, e.Exec("BEGIN"))
		for _, create := range schemaFor(r) {
			e.Exec(create) // some names are taken or reserved
		}
		o := e.Prepare(text)
		require.NoError(t, e.Exec("ROLLBACK"))
		if o.Message != "" {
			continue
		}
		prepared++
		if missing := oracle.Uncovered(r, o.Events); missing != "" {
			t.Errorf("%s\n%s", text, missing)
		}
	}
	t.Logf("%d of %d statements prepared", prepared, len(texts))
	require.Greater(t, prepared, len(texts)/2)
}

// schemaFor makes up tables that have the columns that a statement asks of them.
func schemaFor(r *sqlite.Reading) []string {
	columns := map[string][]string{} // by folded table
	add := func(number int, column string) {
		table := sqlite.Fold(r.Relations[number].Name)
		for _, c := range columns[table] {
			if sqlite.Fold(c) == sqlite.Fold(column) {
				return
			}
		}
		columns[table] = append(columns[table], column)
	}
	for _, u := range r.Using {
		for _, n := range u.Candidates {
			add(n, u.Name)
		}
	}
	qualified := map[string]bool{}
	for _, c := range r.Columns {
		if c.Table != "" {
			for _, n := range append(slices.Clone(c.Candidates), c.Outer...) {
				add(n, c.Name)
				qualified[sqlite.Fold(c.Name)] = true
			}
		}
	}
	for _, c := range r.Columns {
		if c.Table == "" && c.Quoted != '"' && !qualified[sqlite.Fold(c.Name)] && len(c.Candidates) > 0 {
			add(c.Candidates[0], c.Name)
		}
	}
	var creates []string
	made := map[string]bool{}
	for _, relation := range r.Relations {
		name := sqlite.Fold(relation.Name)
		if made[name] || relation.Call {
			continue
		}
		made[name] = true
		var names []string
		for _, c := range append(columns[name], "unused column") {
			names = append(names, quote(c))
		}
		schema := ""
		if relation.Schema != "" {
			schema = quote(relation.Schema) + "."
		}
		creates = append(creates, "CREATE TABLE "+schema+quote(relation.Name)+"("+strings.Join(names, ", ")+")")
	}
	return creates
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
