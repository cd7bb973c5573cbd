package fuzz_test

import "strings"

// column writes a reference to a column of one of the sources.
func (g *generator) column(from []source) {
	s := from[g.IntN(len(from))]
	g.mark("column")
	g.w(g.name(s.alias) + "." + g.name(s.columns[g.IntN(len(s.columns))]))
}

// operators stand between two operands.
var operators = []string{
	"||", "*", "/", "%", "+", "-", "<<", ">>", "&", "|", "<", "<=", ">", ">=", "=", "==", "<>", "!=", "AND", "OR",
	"IS", "IS NOT", "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "LIKE", "NOT LIKE", "GLOB", "NOT GLOB",
}

// expression is a place with an expression of up to the depth.
func (g *generator) expression(depth int, from []source) {
	g.at(false, func() { g.operand(depth, from) })
}

func (g *generator) operand(depth int, from []source) {
	if depth <= 0 {
		if len(from) > 0 && !g.maybe(3) {
			g.column(from)
		} else {
			g.literal()
		}
		return
	}
	d := depth - 1
	switch g.IntN(26) {
	case 24:
		g.mark("schema.table.column")
		g.w("(SELECT " + g.one("main.orders.note", `"main"."orders".id`) + " FROM main.orders LIMIT 1)")
	case 25:
		g.mark("IN of a table function")
		g.w("((1, 'a', 'text', ")
		g.expression(0, from)
		g.w(", 1, NULL, '$', '$') IN json_each(")
		g.at(false, func() { g.w("'[1, 2]'") })
		g.w("))")
	case 0, 1, 2:
		g.operand(0, from)
	case 3, 4, 5:
		g.w("(")
		g.expression(d, from)
		g.choose(operators...)
		g.expression(d, from)
		g.w(")")
	case 6:
		g.mark("unary operator")
		g.w(g.one("- ", "+ ", "~ ", "NOT ", "- - ") + "(")
		g.expression(d, from)
		g.w(")")
	case 7:
		g.expression(0, from)
		g.choose("BETWEEN", "NOT BETWEEN")
		g.expression(0, from)
		g.w(" AND ")
		g.expression(0, from)
	case 8:
		g.expression(0, from)
		g.choose("ISNULL", "NOTNULL", "NOT NULL", "IS NULL", "IS NOT NULL")
	case 9:
		g.expression(0, from)
		g.choose("IN", "NOT IN")
		g.in(d, from)
	case 10:
		g.mark("LIKE ESCAPE")
		g.expression(0, from)
		g.w(" LIKE 'a!%%' ESCAPE '!'")
	case 11:
		g.mark("CASE")
		g.w("CASE ")
		if g.maybe(2) {
			g.mark("CASE with operand")
			g.expression(d, from)
		}
		for range 1 + g.IntN(2) {
			g.w(" WHEN ")
			g.expression(0, from)
			g.w(" THEN ")
			g.expression(0, from)
		}
		if g.maybe(2) {
			g.mark("ELSE")
			g.w(" ELSE ")
			g.expression(d, from)
		}
		g.w(" END")
	case 12:
		g.mark("CAST")
		g.w("CAST(")
		g.expression(d, from)
		g.w(" AS " + g.one("TEXT", "INTEGER", "REAL", "NUMERIC", "VARCHAR(10)", "DOUBLE PRECISION", "BLOB", "DECIMAL(5, 2)", "DECIMAL(+5, -2)", "") + ")")
	case 13:
		g.mark("COLLATE")
		g.w("(")
		g.expression(0, from)
		g.w(" COLLATE nocase)")
	case 14:
		g.choose("EXISTS", "NOT EXISTS")
		g.w("(")
		g.query(d, from)
		g.w(")")
	case 15:
		g.mark("scalar subquery")
		g.w("(SELECT ")
		g.expression(d, from) // correlated
		if g.maybe(2) {
			inner := g.from(d, from)
			g.where(d, inner)
		}
		g.w(" LIMIT 1)")
	case 16:
		g.w("('{\"a\": [1, {\"b\": 2}]}'")
		g.choose("->", "->>")
		g.w("'a')")
	case 17:
		g.mark("row values")
		g.w("(")
		g.expression(0, from)
		g.w(", ")
		g.expression(0, from)
		g.w(") " + g.one("=", "<", "IS", "<>") + " (1, 'a')")
	case 18:
		g.mark("function without arguments")
		g.w(g.one("pi()", "(CURRENT_TIMESTAMP > '2000')", "(CURRENT_DATE IS NOT NULL)", "length(CURRENT_TIME)", "sqlite_version()"))
	default:
		g.mark("function")
		g.w(g.name(g.one("lower", "upper", "length", "typeof", "quote", "hex", "abs", "unicode", "trim", "likely", "round", "json_quote", "soundex")) + g.one("", "", " ", "/**/") + "(")
		g.expression(d, from)
		g.w(")")
	}
}

// in writes what can stand behind IN.
func (g *generator) in(depth int, from []source) {
	switch g.IntN(6) {
	case 0:
		g.mark("IN of nothing")
		g.w("()")
	case 1:
		g.mark("IN of a SELECT")
		g.w("(SELECT ")
		g.expression(depth, from)
		inner := g.from(depth, from)
		g.where(depth, inner)
		g.w(")")
	case 2:
		g.mark("IN of a table")
		g.at(true, func() { g.w("docs") })
	case 3:
		g.mark("IN of VALUES")
		g.w("(VALUES (1), (2))")
	default:
		g.mark("IN of a list")
		g.w("(")
		g.expression(0, from)
		g.w(", ")
		g.expression(0, from)
		g.w(")")
	}
}

func (g *generator) literal() {
	switch g.IntN(12) {
	case 0:
		g.mark("string")
		g.w(g.one("'a'", "'it''s'", "''", "'; DROP TABLE orders --'", "'größe'"))
	case 1:
		g.mark("blob")
		g.w(g.one("x''", "X'00ff'"))
	case 2:
		g.mark("real")
		g.w(g.one("1.5", ".5", "2.", "1e3", "1.5E-2", "9e999"))
	case 3:
		g.mark("hexadecimal")
		g.w(g.one("0x1F", "0xffff_ffff"))
	case 4:
		g.mark("NULL")
		g.w("NULL")
	case 5:
		g.mark("boolean")
		g.w(g.one("TRUE", "FALSE"))
	case 6:
		p := g.one("?", "?7", ":a", "@b", "$c", "$c::d(e)")
		g.mark("parameter " + p[:1])
		g.w(p)
	case 7:
		g.mark("large integer")
		g.w(g.one("9223372036854775807", "9007199254740993", "1_000_000"))
	default:
		g.mark("integer")
		g.w(g.one("0", "1", "2", "3", "10"))
	}
}

// aggregate writes an aggregate over the sources.
func (g *generator) aggregate(depth int, from []source) {
	switch g.IntN(4) {
	case 0:
		g.mark("count(*)")
		g.w("count(*)")
	case 1:
		g.mark("DISTINCT in an aggregate")
		g.w("count(DISTINCT ")
		g.column(from)
		g.w(")")
	case 2:
		g.mark("ORDER BY in an aggregate")
		g.w("group_concat(")
		g.column(from)
		g.w(", ',' ORDER BY ")
		g.expression(0, from)
		g.w(")")
	default:
		g.mark("aggregate")
		g.w(g.one("sum", "min", "max", "avg", "total") + "(")
		g.expression(min(depth, 1), from)
		g.w(")")
	}
	if g.maybe(4) {
		g.mark("FILTER")
		g.w(" FILTER (WHERE ")
		g.expression(0, from)
		g.w(")")
	}
}

// window writes a call with OVER.
func (g *generator) window(depth int, from []source, named bool) {
	if g.maybe(2) {
		g.mark("window function")
		g.w(g.one("row_number()", "rank()", "dense_rank()", "ntile(2)", "cume_dist()"))
	} else {
		g.mark("aggregate as window function")
		g.w("sum(")
		g.expression(0, from)
		g.w(")")
		if g.maybe(3) {
			g.mark("FILTER with OVER")
			g.w(" FILTER (WHERE ")
			g.expression(0, from)
			g.w(")")
		}
	}
	g.w(" OVER ")
	if named && g.maybe(2) {
		g.mark("OVER name")
		g.w("w")
		return
	}
	g.w("(")
	if named {
		if g.maybe(2) {
			g.mark("window on a window")
			g.w("w ")
		} else {
			g.mark("ORDER BY on a window")
			g.w("w3 ORDER BY ")
			g.column(from)
		}
	} else {
		if g.maybe(2) {
			g.mark("PARTITION BY in OVER")
			g.w("PARTITION BY ")
			g.expression(0, from)
		}
		g.w(" ORDER BY ")
		g.column(from)
		g.direction()
	}
	g.frame()
	g.w(")")
}

func (g *generator) frame() {
	if g.maybe(3) {
		return
	}
	g.choose("ROWS", "RANGE", "GROUPS")
	numbers := !strings.HasSuffix(g.text.String(), "RANGE ") // RANGE with a number wants a number to order by
	start := []string{"UNBOUNDED PRECEDING", "CURRENT ROW"}
	end := []string{"CURRENT ROW", "UNBOUNDED FOLLOWING"}
	if numbers {
		start, end = append(start, "1 PRECEDING"), append(end, "2 FOLLOWING")
	}
	if g.maybe(3) {
		s := g.one(start...)
		g.mark("frame " + s)
		g.w(s)
	} else {
		g.mark("frame BETWEEN")
		s, e := g.one(start...), g.one(end...)
		g.mark("frame " + s)
		g.mark("frame " + e)
		g.w("BETWEEN " + s + " AND " + e)
	}
	if g.maybe(2) {
		g.choose("EXCLUDE NO OTHERS", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES")
	}
}
