package sqlite

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzRead holds what a Reading promises on any text: no panic, offsets within the text, candidates that exist, and a
// LIMIT that can be put where the reading says so.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"SELECT 1", "WITH a AS (SELECT x FROM t) SELECT * FROM a, b AS c WHERE c.x IN (SELECT y FROM d) ORDER BY 1 LIMIT 5",
		"VALUES (1), (:a)", "EXPLAIN QUERY PLAN SELECT 1;", "DELETE FROM t", "SELECT \x00", "SELECT 'a", "\xff\xfe", "((((((",
		"SELECT f(DISTINCT x ORDER BY y) FILTER (WHERE z) OVER (PARTITION BY q ROWS 1 PRECEDING) FROM t NATURAL JOIN u USING (k)",
		"CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; SELECT 2", "SELECT 1_0, 0x_1, x'ab', $a::b(c), ?5, #1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(text, 100)
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
			require.NotEmpty(t, e.Message)
			within(t, text, e.Offset, e.Offset+len(e.Near))
			require.Equal(t, e.Near, text[e.Offset:e.Offset+len(e.Near)])
			return
		}
		within(t, text, r.Start, r.End)
		within(t, text, r.End, r.Next)
		within(t, text, r.Limit.Offset, r.Limit.End)
		if r.Kind == KindOther {
			require.NotEmpty(t, r.Verb)
			within(t, text, r.VerbOffset, r.End)
			return
		}
		listsWithin(t, text, r)
		if r.Limit.Insertable {
			limited, err := Read(text[:r.End]+" LIMIT 7"+text[r.End:], 100)
			require.NoError(t, err)
			assert.Equal(t, r.Next+len(" LIMIT 7"), limited.Next)
			assert.True(t, limited.Limit.Literal && limited.Limit.Value == 7)
			assert.Equal(t, len(r.Relations), len(limited.Relations))
		}
	})
}

func within(t *testing.T, text string, start, end int) {
	require.True(t, 0 <= start && start <= end && end <= len(text), "%d to %d of %d", start, end, len(text))
}

func listsWithin(t *testing.T, text string, r *Reading) {
	candidates := func(lists ...[]int) {
		for _, list := range lists {
			for _, n := range list {
				require.Less(t, n, len(r.Relations))
			}
		}
	}
	offset := 0
	for _, relation := range r.Relations {
		require.GreaterOrEqual(t, relation.Offset, offset)
		offset = relation.Offset
		within(t, text, relation.Offset, relation.End)
	}
	for _, f := range r.Functions {
		within(t, text, f.Offset, f.End)
	}
	for _, c := range r.Columns {
		within(t, text, c.Offset, len(text)-1)
		candidates(c.Candidates, c.Outer)
	}
	for _, s := range r.Stars {
		within(t, text, s.Offset, len(text)-1)
		candidates(s.Candidates)
	}
	for _, p := range r.Parameters {
		require.True(t, strings.HasPrefix(text[p.Offset:], p.Name))
	}
}

// TestGrowsWithTheText reads texts of 10 and 100 KiB: ten times the text may take ten times the memory, not a hundred
// times.
func TestGrowsWithTheText(t *testing.T) {
	for _, form := range growing {
		small, large := allocated(form.of(10<<10)), allocated(form.of(100<<10))
		assert.Less(t, large, small*30, "%s: %d bytes, then %d", form.name, small, large)
	}
}

func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Read(text, 250)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// growing are texts of one form and any size.
var growing = []grown{
	{"or", "SELECT 1 FROM t WHERE a = 1", " OR b = 'x'", ""},
	{"columns", "SELECT a", ", t.b", " FROM t"},
	{"tables", "SELECT a.b, x FROM t", ", u", ""},
	{"aliases", "SELECT a.b, x FROM t", ", u a", ""},
	{"compound", "SELECT a FROM t", " UNION ALL SELECT a FROM t", ""},
	{"subqueries", "SELECT 1", ", (SELECT a FROM t)", " FROM u"},
	{"in", "SELECT 1", ", a IN t", " FROM u"},
	{"CTEs", "WITH a AS (SELECT x, y)", ", b AS (SELECT *, x FROM a)", " SELECT (SELECT * FROM b) FROM b"},
	{"nested", "SELECT " + strings.Repeat("(SELECT x FROM t WHERE ", 200), "x AND ", "x" + strings.Repeat(")", 200)},
	{"not", "SELECT ", "NOT ", "1"},
	{"minus", "SELECT ", "- ", "1"},
	{"strings", "SELECT 'a'", " || 'it''s'", ""},
	{"comments", "SELECT 1", "/* a comment */", ""},
	{"open comments", "SELECT 1", " /*", ""},
	{"windows", "SELECT 1", ", window", " FROM t"},
	{"overs", "SELECT 1", ", f() over", " FROM t"},
	{"parameters", "SELECT 1", ", :a", ""},
	{"terms", "SELECT a AS x FROM t ORDER BY x", ", x", ""},
	{"results", "SELECT a AS x", ", a x", " FROM t" + orderByMany},
	{"schemas", "SELECT 1", ", s.a.x", " FROM " + strings.Repeat("t a, ", 1000) + "t a"},
	{"chain", "WITH a AS (SELECT x FROM t)", ", a AS (SELECT x, (SELECT x FROM a) FROM t)", " SELECT 1 FROM a"},
	{"semicolons", "", ";", "SELECT 1"},
}

var orderByMany = " ORDER BY 1" + strings.Repeat(", x", 1000)

type grown struct{ name, head, unit, tail string }

func (g grown) of(size int) string {
	return g.head + strings.Repeat(g.unit, max(0, size-len(g.head)-len(g.tail))/len(g.unit)) + g.tail
}

// BenchmarkReadGrows shows that the time grows as the text does: ns/byte stays about the same.
func BenchmarkReadGrows(b *testing.B) {
	for _, form := range growing {
		for _, size := range []int{1 << 10, 10 << 10, 100 << 10} {
			text := form.of(size)
			b.Run(fmt.Sprintf("%s/%dK", form.name, size>>10), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Read(text, 250)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
			})
		}
	}
}
