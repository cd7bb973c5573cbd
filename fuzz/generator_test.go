package fuzz_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// source is something in FROM that columns can be taken from.
type source struct {
	alias   string
	columns []string
}

// tables are those of the arena that generated statements read.
var tables = []source{
	{"users", []string{"id", "name", "token", "token_lower", "name_upper"}},
	{"orders", []string{"id", "user_id", "amount", "note"}},
	{"secrets", []string{"id", "token"}},
	{"user_names", []string{"id", "name"}},
	{"places", []string{"id", "min_x", "max_x", "name"}},
	{"docs", []string{"body"}},
}

// generator writes random SELECTs over the arena, of which nearly all can be prepared. It is determined by its seed.
// Each construct of SQLite's SELECT grammar (https://sqlite.org/lang_select.html, lang_expr.html, windowfunctions.html)
// is marked when it is written; constructs lists them all, and a test counts. RAISE is left out, since it has no place
// outside a trigger, and so is WITHIN GROUP, for which the linked SQLite is not compiled.
//
// Places where an expression or a relation stands are numbered. With plant set, what belongs to that place is written
// into nothing, and the plant in its stead: the rest of the statement is the same, byte for byte.
type generator struct {
	*rand.Rand
	text  *strings.Builder
	marks map[string]int
	ctes  []source
	names int

	places []place
	plant  *plant
}

// place is one where something can be planted.
type place struct{ relation bool }

// plant is what to write at a place.
type plant struct {
	at   int
	text string
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0)), text: &strings.Builder{}, marks: map[string]int{}}
}

// generate returns the statement of a seed and its places.
func generate(seed uint64) (string, []place) {
	g := newGenerator(seed)
	g.query(3, nil)
	return g.text.String(), g.places
}

// generatePlanted returns the same statement with something planted at one place.
func generatePlanted(seed uint64, p plant) string {
	g := newGenerator(seed)
	g.plant = &p
	g.query(3, nil)
	return g.text.String()
}

func (g *generator) mark(construct string)      { g.marks[construct]++ }
func (g *generator) w(s string)                 { g.text.WriteString(s) }
func (g *generator) one(of ...string) string    { return of[g.IntN(len(of))] }
func (g *generator) maybe(oneIn int) bool       { return g.IntN(oneIn) == 0 }
func (g *generator) fresh(prefix string) string { g.names++; return fmt.Sprint(prefix, g.names) }

// choose marks one of the constructs and writes it, between spaces.
func (g *generator) choose(constructs ...string) {
	c := g.one(constructs...)
	g.mark(c)
	g.w(" " + c + " ")
}

// at is a place: it writes what write writes, or the plant.
func (g *generator) at(relation bool, write func()) {
	number := len(g.places)
	g.places = append(g.places, place{relation})
	if g.plant == nil || g.plant.at != number {
		write()
		return
	}
	kept := g.text
	g.text = &strings.Builder{}
	write()
	g.text = kept
	g.w(g.plant.text)
}

// name spells a name in one of the ways that mean the same.
func (g *generator) name(name string) string {
	switch g.IntN(12) {
	case 0:
		g.mark("name in double quotes")
		return `"` + name + `"`
	case 1:
		g.mark("name in brackets")
		return "[" + name + "]"
	case 2:
		g.mark("name in backquotes")
		return "`" + name + "`"
	case 3:
		g.mark("name in capitals")
		return strings.ToUpper(name)
	}
	return name
}

// gap is white space between two tokens, or a comment.
func (g *generator) gap() string {
	switch g.IntN(20) {
	case 0:
		g.mark("block comment")
		return " /* ; ' */ "
	case 1:
		g.mark("line comment")
		return " -- ; \"\n"
	}
	return g.one(" ", " ", "\n", "\t", "\f")
}

// query writes WITH, compound, ORDER BY and LIMIT around cores.
func (g *generator) query(depth int, outer []source) {
	before := len(g.ctes)
	if depth > 0 && g.maybe(4) {
		g.with(depth, outer)
	}
	width := 1 + g.IntN(3)
	values := g.arm(depth, outer, width)
	for arms := 1; depth > 0 && arms < 3 && g.maybe(6); arms++ {
		g.choose("UNION", "UNION ALL", "INTERSECT", "EXCEPT")
		values = g.arm(depth-1, outer, width)
	}
	if !values { // behind VALUES neither may stand
		if g.maybe(3) {
			g.mark("ORDER BY")
			g.w(" ORDER BY ")
			for i := range width {
				if i > 0 {
					g.w(", ")
				}
				g.w(fmt.Sprint(i + 1))
				g.direction()
			}
		}
		if g.maybe(5) {
			g.limit()
		}
	}
	g.ctes = g.ctes[:before]
}

func (g *generator) limit() {
	switch g.IntN(4) {
	case 0:
		g.mark("LIMIT")
		g.w(" LIMIT " + g.one("3", "500", "-1", "0x10", "1_0"))
	case 1:
		g.mark("LIMIT OFFSET")
		g.w(" LIMIT 4 OFFSET 1")
	case 2:
		g.mark("LIMIT with comma")
		g.w(" LIMIT 1, 5")
	default:
		g.mark("LIMIT of an expression")
		g.w(" LIMIT ")
		g.at(false, func() { g.w("2 + 3") })
	}
}

func (g *generator) direction() {
	if g.maybe(3) {
		g.mark("COLLATE in ORDER BY")
		g.w(" COLLATE " + g.one("nocase", "rtrim", "BINARY"))
	}
	if g.maybe(2) {
		g.choose("ASC", "DESC")
	}
	if g.maybe(4) {
		g.choose("NULLS FIRST", "NULLS LAST")
	}
}

func (g *generator) with(depth int, outer []source) {
	g.mark("WITH")
	g.w("WITH ")
	if g.maybe(3) {
		g.mark("WITH RECURSIVE")
		g.w("RECURSIVE ")
	}
	for i := range 1 + g.IntN(2) {
		if i > 0 {
			g.w(", ")
		}
		name := g.fresh("c")
		if g.maybe(3) {
			g.mark("recursive clause")
			g.w(name + "(i) AS (SELECT 1 UNION" + g.one(" ALL", "") + " SELECT ")
			g.at(false, func() { g.w("i + 1") })
			g.w(" FROM " + name + " WHERE i < 6)")
			g.ctes = append(g.ctes, source{name, []string{"i"}})
			continue
		}
		named := g.maybe(2)
		if named {
			g.mark("columns of a clause")
			g.w(name + "(a, b) AS ")
		} else {
			g.w(name + " AS ")
		}
		if g.maybe(3) {
			g.choose("MATERIALIZED", "NOT MATERIALIZED")
		}
		g.w("(SELECT ")
		g.expression(depth-1, nil)
		g.w(" AS a, ")
		g.expression(depth-1, nil)
		g.w(" AS b")
		if g.maybe(2) {
			from := g.from(depth-1, outer)
			g.where(depth-1, from)
		}
		g.w(")")
		g.ctes = append(g.ctes, source{name, []string{"a", "b"}})
	}
	g.w(" ")
}

// arm writes one SELECT or VALUES of a compound, and reports whether it is VALUES.
func (g *generator) arm(depth int, outer []source, width int) (values bool) {
	if g.maybe(12) {
		g.mark("VALUES")
		g.w("VALUES ")
		for row := range 1 + g.IntN(3) {
			if row > 0 {
				g.mark("VALUES of many rows")
				g.w(", ")
			}
			g.w("(")
			for i := range width {
				if i > 0 {
					g.w(", ")
				}
				g.expression(1, nil)
			}
			g.w(")")
		}
		return true
	}
	g.w("SELECT")
	if g.maybe(5) {
		g.choose("DISTINCT", "ALL")
	}
	g.w(g.gap())
	// FROM is written first, into the air, so that the result columns know what there is.
	kept := g.text
	g.text = &strings.Builder{}
	var from []source
	if !g.maybe(6) {
		from = g.from(depth, outer)
	}
	tail := g.text
	g.text = kept

	grouped := len(from) > 0 && g.maybe(4)
	windowed := len(from) > 0 && !grouped && g.maybe(3)
	named := windowed && g.maybe(2)
	for i := range width {
		if i > 0 {
			g.w("," + g.gap())
		}
		alias := g.fresh("r")
		switch {
		case len(from) > 0 && width == 1 && depth == 3 && !grouped && g.maybe(6):
			g.mark("*")
			g.w("*")
			continue
		case len(from) > 0 && width == 1 && depth == 3 && !grouped && g.maybe(6):
			g.mark("table.*")
			g.w(g.name(from[0].alias) + ".*")
			continue
		case grouped && g.maybe(2):
			g.aggregate(depth-1, from)
		case windowed && g.maybe(2):
			g.window(depth-1, from, named)
		default:
			g.expression(depth-1, from)
		}
		switch g.IntN(6) {
		case 0:
			g.mark("alias without AS")
			g.w(" " + alias)
		case 1:
			g.mark("string as alias")
			g.w(" AS '" + alias + " '")
		case 2:
			g.mark("keyword as alias")
			g.w(" AS " + g.one("key", "plan", "row", "first", "temp", "query", "match", "view"))
		case 3:
			g.mark("alias with AS")
			g.w(" AS " + g.name(alias))
		}
	}
	g.w(tail.String())
	if len(from) > 0 {
		g.where(depth-1, from)
	}
	if grouped {
		if !g.maybe(4) {
			g.mark("GROUP BY")
			g.w(" GROUP BY ")
			g.expression(1, from)
		}
		if g.maybe(2) {
			g.mark("HAVING")
			g.w(" HAVING ")
			g.aggregate(1, from)
			g.w(" IS NOT NULL")
		}
	}
	if named {
		g.mark("WINDOW")
		g.w(" WINDOW w AS (")
		if g.maybe(2) {
			g.mark("PARTITION BY")
			g.w("PARTITION BY ")
			g.expression(1, from)
		}
		g.w(" ORDER BY ")
		g.expression(1, from)
		g.w("), w2 AS (w), w3 AS (PARTITION BY ")
		g.expression(1, from)
		g.w(")")
	}
	return false
}

func (g *generator) where(depth int, from []source) {
	if g.maybe(2) {
		g.mark("WHERE")
		g.w(g.gap() + "WHERE ")
		g.expression(depth, from)
	}
}

// from writes FROM with up to three sources.
func (g *generator) from(depth int, outer []source) []source {
	g.mark("FROM")
	g.w(g.gap() + "FROM ")
	if g.maybe(10) {
		g.mark("join in parentheses")
		g.w("(")
		left := g.source(0, outer)
		g.w(" JOIN ")
		right := g.source(0, outer)
		g.w(")")
		return []source{left, right}
	}
	sources := []source{g.source(depth, outer)}
	for range g.IntN(3) {
		join := g.one(",", "CROSS JOIN", "JOIN", "INNER JOIN", "LEFT JOIN", "LEFT OUTER JOIN", "RIGHT JOIN", "FULL JOIN", "FULL OUTER JOIN", "NATURAL JOIN", "NATURAL LEFT JOIN", "NATURAL LEFT OUTER JOIN")
		g.mark(join)
		g.w(" " + join + " ")
		next := g.source(depth, outer)
		if !strings.HasPrefix(join, "NATURAL") && join != "," {
			var shared []string
			for _, c := range next.columns {
				if len(sources) == 1 && slices.Contains(sources[0].columns, c) {
					shared = append(shared, g.name(c))
				}
			}
			if len(shared) > 0 && g.maybe(3) {
				g.mark("USING")
				if len(shared) > 1 {
					g.mark("USING of several")
				}
				g.w(" USING (" + strings.Join(shared, ", ") + ")")
			} else if g.maybe(2) || strings.Contains(join, "OUTER") {
				g.mark("ON")
				g.w(" ON ")
				g.expression(1, append(sources, next))
			}
		}
		sources = append(sources, next)
	}
	return sources
}

// source writes one table, clause, subquery, table function or parenthesised join.
func (g *generator) source(depth int, outer []source) source {
	alias := g.fresh("t")
	as := func() {
		g.w(g.one(" ", " AS ") + g.name(alias))
	}
	if g.maybe(15) { // only behind a table, so that nothing else can be planted
		g.w("users")
		as()
		g.choose("NOT INDEXED", "INDEXED BY")
		if strings.HasSuffix(g.text.String(), "BY ") {
			g.w("users_token")
		}
		return source{alias, tables[0].columns}
	}
	var s source
	g.at(true, func() {
		switch n := g.IntN(12); {
		case n < 2 && len(g.ctes) > 0:
			g.mark("clause in FROM")
			c := g.ctes[g.IntN(len(g.ctes))]
			g.w(g.name(c.alias))
			s = source{alias, c.columns}
		case n < 5 && depth > 0:
			g.mark("subquery in FROM")
			g.w("(")
			before := g.ctes
			g.w("SELECT ")
			g.expression(depth-1, nil)
			g.w(" AS a, ")
			g.expression(depth-1, nil)
			g.w(" AS b")
			inner := g.from(depth-1, nil)
			g.where(depth-1, inner)
			g.w(")")
			g.ctes = before
			s = source{alias, []string{"a", "b"}}
		case n == 5:
			g.mark("table function")
			g.w("json_each(")
			g.at(false, func() { g.w("'[1, \"a\", null]'") })
			g.w(")")
			s = source{alias, []string{"key", "value", "type"}}
		case n == 6:
			g.mark("pragma function")
			g.w("pragma_table_info('orders')")
			s = source{alias, []string{"name", "type", "cid"}}
		default:
			t := tables[g.IntN(len(tables))]
			if g.maybe(4) {
				g.mark("schema before a table")
				g.w("main.")
			}
			g.w(g.name(t.alias))
			s = source{alias, t.columns}
		}
	})
	as()
	return s
}
