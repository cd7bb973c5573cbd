package sqlite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// resolver walks the tree once and fills in the lists of a Reading. Its recursion is bounded by the nesting of the
// text, which the parser bounds.
type resolver struct {
	*Reading
	text     string
	identity []int   // 0, 1, 2, …: the relations of a scope follow each other, so that their list is a part of it
	lists    [][]int // all lists of relations that are no part of it
	body     *cte    // the CTE whose body is walked now
	pending  []pending
	joined   map[pair][]int
	sought   int    // steps of beyond
	whole    *scope // all relations
	fault    *Error
}

// resolve fills in what the tree says. The counts of nodes tell how long the lists can get.
func resolve(r *Reading, text string, kinds *[kinds]int32) *Error {
	w := resolver{Reading: r, text: text}
	if n := kinds[TableNode] + kinds[CallNode]; n > 0 {
		r.Relations = make([]Relation, 0, n)
		w.identity = make([]int, n)
		for i := range w.identity {
			w.identity[i] = i
		}
	}
	r.Functions = list[Function](kinds[FunctionNode])
	r.Operators = list[Operator](kinds[OperatorNode])
	r.Columns = list[Column](kinds[ColumnNode])
	r.Stars = list[Star](kinds[StarNode])
	r.Using = list[Column](kinds[UsingNode])
	r.Collations = list[Collation](kinds[CollationNode])
	w.selectStatement(r.Tree.Root(), nil, nil)
	w.limit(r.Tree.Root())
	w.settle()
	w.order()
	return w.fault
}

// list makes an empty list with room for n elements, nil for none.
func list[T any](n int32) []T {
	if n == 0 {
		return nil
	}
	return make([]T, 0, n)
}

func (w *resolver) name(s Span) string { return Name(w.text, s) }

// selectStatement walks a SELECT with all arms of its compound.
func (w *resolver) selectStatement(n *Node, outer *scope, with *ctes) {
	first := w.Tree.First(n)
	if first.Kind == CTENode {
		with = &ctes{outer: with}
		for ; first.Kind == CTENode; first = w.Tree.Next(first) {
			name := w.name(first.Name)
			with.tables = append(with.tables, cte{name: name, around: outer})
			w.CTEs = append(w.CTEs, name)
		}
		within := w.body
		i := 0
		for c := w.Tree.First(n); c != first; c = w.Tree.Next(c) {
			body := w.Tree.First(c)
			for body.Kind != SelectNode {
				body = w.Tree.Next(body)
			}
			w.body = &with.tables[i]
			w.selectStatement(body, outer, with)
			i++
		}
		w.body = within
	}
	if w.Tree.Next(first) == nil {
		if s := w.arm(first, outer, with); s != nil {
			w.orderBy(first, first, s, with)
		}
		return
	}
	all := &scope{outer: outer} // of all arms: what ORDER BY can mean
	arms := 0
	for c := first; c != nil; c = w.Tree.Next(c) {
		if arms++; arms > mostArms && w.fault == nil {
			w.fault = &Error{Kind: Depth, Offset: int(c.Start), Message: fmt.Sprintf("a compound of more than %d SELECTs", mostArms)}
		}
		if s := w.arm(c, outer, with); s != nil {
			all.items = append(all.items, s.items...)
			all.all = append(all.all, s.all...)
		}
	}
	if len(all.all) > 0 {
		w.lists = append(w.lists, all.all)
	}
	for c := first; c != nil; c = w.Tree.Next(c) {
		w.orderBy(c, first, all, with)
	}
}

// arm walks one SELECT … FROM … but for its ORDER BY, and returns its scope, or one VALUES.
func (w *resolver) arm(n *Node, outer *scope, with *ctes) *scope {
	if n.Kind == ValuesNode {
		w.expressions(n, &scope{outer: outer}, with)
		return nil
	}
	s := &scope{outer: outer}
	for c := w.Tree.First(n); c != nil; c = w.Tree.Next(c) {
		if c.Kind == FromNode {
			before := len(w.Relations)
			w.sources(c, s, with)
			s.all = w.identity[before:len(w.Relations):len(w.Relations)]
		}
	}
	for c := w.Tree.First(n); c != nil; c = w.Tree.Next(c) {
		switch c.Kind {
		case StarNode:
			star := Star{Offset: int(c.Start), Candidates: s.all}
			if !c.Name.empty() {
				star.Table = w.name(c.Name)
				star.Candidates, _ = w.find(s, "", star.Table)
			}
			w.Stars = append(w.Stars, star)
		case FromNode:
			w.joins(c, s, outer, with)
		case OrderByNode:
		case LimitNode:
			w.expressions(c, nil, with) // sees no table
		default:
			w.expressions(c, s, with)
		}
	}
	return s
}

// sources collects the relations among the children of a FROM clause, those in parentheses too.
func (w *resolver) sources(from *Node, s *scope, with *ctes) {
	for n := w.Tree.First(from); n != nil; n = w.Tree.Next(n) {
		switch n.Kind {
		case TableNode, CallNode:
			if n.marks&markIn == 0 { // else it is part of the ON behind a parenthesis
				s.items = append(s.items, w.relation(n, s.outer, with))
			}
		case SubqueryNode:
			s.items = append(s.items, item{name: w.name(n.Alias), relation: -1})
		case GroupNode:
			before := len(s.items)
			relations := len(w.Relations)
			w.sources(n, s, with)
			if n.marks&markNested != 0 {
				w.implied(n.Start, w.identity[relations:len(w.Relations):len(w.Relations)])
			}
			if n.Alias.empty() {
				continue
			}
			// The alias means every table inside.
			alias := w.name(n.Alias)
			for _, inner := range s.items[before:] {
				s.items = append(s.items, item{name: alias, relation: inner.relation})
			}
		}
	}
}

// implied notes that columns of relations are read without a name.
func (w *resolver) implied(offset int32, relations []int) {
	if len(relations) > 0 {
		w.Stars = append(w.Stars, Star{Offset: int(offset), Implied: true, Candidates: relations})
	}
}

// natural notes a NATURAL join among the tables of a scope.
func (w *resolver) natural(offset int32, s *scope) {
	w.implied(offset, s.all)
	if len(s.all) > 0 {
		star := &w.Stars[len(w.Stars)-1]
		star.Natural = true
		star.Others = slices.ContainsFunc(s.items, func(i item) bool { return i.relation < 0 })
	}
}

// relation notes a table or table function, unless it is a CTE. The SELECT that reads it stands in the scope around.
func (w *resolver) relation(n *Node, around *scope, with *ctes) item {
	r := Relation{
		Schema: w.name(n.Schema), Name: w.name(n.Name), Alias: w.name(n.Alias),
		Offset: int(n.Name.Start), End: int(n.Name.End), Call: n.Kind == CallNode,
	}
	i := item{schema: r.Schema, name: r.Name, relation: -1}
	c := (*cte)(nil)
	if r.Schema == "" && !r.Call {
		c = with.find(r.Name)
	}
	if c != nil {
		c.uses = append(c.uses, use{around, w.body})
	} else {
		i.relation = len(w.Relations)
		i.schemaTable = n.Alias.empty() && schemaTable(r.Name)
		w.Relations = append(w.Relations, r)
	}
	if !n.Alias.empty() {
		i.name = r.Alias
	}
	return i
}

// joins walks what stands in the terms of a FROM clause: subqueries, arguments, ON and USING.
func (w *resolver) joins(from *Node, s, outer *scope, with *ctes) {
	for n := w.Tree.First(from); n != nil; n = w.Tree.Next(n) {
		if n.Natural() {
			w.natural(n.Start, s)
		}
		switch n.Kind {
		case SubqueryNode:
			body := w.Tree.First(n)
			w.selectStatement(body, outer, with)
			for on := w.Tree.Next(body); on != nil; on = w.Tree.Next(on) {
				w.expression(on, s, with)
			}
		case TableNode, CallNode, GroupNode:
			if n.marks&markIn == 0 {
				w.joins(n, s, outer, with)
				continue
			}
			w.expression(n, s, with)
		default:
			w.expression(n, s, with)
		}
	}
}

// expressions walks the children of a node.
func (w *resolver) expressions(n *Node, s *scope, with *ctes) {
	for c := w.Tree.First(n); c != nil; c = w.Tree.Next(c) {
		w.expression(c, s, with)
	}
}

// expression walks a node of an expression and what is below it.
func (w *resolver) expression(n *Node, s *scope, with *ctes) {
	switch n.Kind {
	case SelectNode:
		w.selectStatement(n, s, with)
		return
	case TableNode, CallNode: // behind IN
		if i := w.relation(n, s, with); i.relation >= 0 {
			w.implied(n.Start, w.identity[i.relation:i.relation+1:i.relation+1])
		}
	case ColumnNode:
		w.column(n, s)
	case UsingNode:
		w.Using = append(w.Using, Column{Name: w.name(n.Name), Offset: int(n.Start), Candidates: s.all})
	case FunctionNode:
		w.Functions = append(w.Functions, Function{
			Name: w.name(n.Name), Offset: int(n.Name.Start), End: int(n.Name.End), Args: int(n.Count),
			Star: n.marks&markStar != 0, Distinct: n.marks&markDistinct != 0, Window: n.marks&markOver != 0,
		})
	case OperatorNode:
		name := strings.ToUpper(w.text[n.Start:n.End])
		w.Operators = append(w.Operators, Operator{Name: name, Offset: int(n.Start)})
	case CollationNode:
		w.Collations = append(w.Collations, Collation{Name: w.name(n.Name), Offset: int(n.Start)})
	}
	w.expressions(n, s, with)
}

// column notes a reference to a column.
func (w *resolver) column(n *Node, s *scope) {
	c := Column{Schema: w.name(n.Schema), Table: w.name(n.Alias), Name: w.name(n.Name), Offset: int(n.Start)}
	if first := w.text[n.Name.Start]; charType[first]&charQuote != 0 {
		c.Quoted = first
	}
	switch {
	case s == nil:
	case n.Alias.empty():
		c.Candidates = s.all
		c.Outer = w.outward(s.outer)
	default:
		a := w.lookup(s, c.Schema, c.Table)
		c.Candidates, c.Outer = a.candidates, a.outer
	}
	if w.body != nil {
		w.pending = append(w.pending, pending{len(w.Columns), w.body})
	}
	w.Columns = append(w.Columns, c)
}

// orderBy walks the ORDER BY of a SELECT. A term that is one name means the result column of that name, if there is one;
// behind a compound SQLite looks at the first arm for it, and then at the columns of each arm.
func (w *resolver) orderBy(core, first *Node, s *scope, with *ctes) {
	var results map[string]bool // folded names
	for c := w.Tree.First(core); c != nil; c = w.Tree.Next(c) {
		if c.Kind != OrderByNode {
			continue
		}
		for term := w.Tree.First(c); term != nil; term = w.Tree.Next(term) {
			if term.marks&markSole == 0 {
				w.expressions(term, s, with)
				continue
			}
			if results == nil {
				results = w.resultNames(first)
			}
			column := w.Tree.First(term)
			name := w.name(column.Name)
			if !results[Fold(name)] {
				w.expressions(term, s, with)
				continue
			}
			w.Columns = append(w.Columns, Column{Name: name, Offset: int(column.Start), Alias: true})
			for rest := w.Tree.Next(column); rest != nil; rest = w.Tree.Next(rest) {
				w.expression(rest, s, with) // COLLATE
			}
		}
	}
}

// resultNames returns the folded names that a SELECT gives its result columns by AS.
func (w *resolver) resultNames(core *Node) map[string]bool {
	names := map[string]bool{}
	for c := w.Tree.First(core); c != nil; c = w.Tree.Next(c) {
		if c.Kind == ResultNode && !c.Alias.empty() {
			names[Fold(w.name(c.Alias))] = true
		}
	}
	return names
}

// limit looks at the LIMIT of the outermost SELECT, which stands in its last arm.
func (w *resolver) limit(root *Node) {
	last := w.Tree.First(root)
	for next := last; next != nil; next = w.Tree.Next(next) {
		last = next
	}
	if last.Kind != CoreNode {
		return
	}
	w.Limit.Insertable = true
	for c := w.Tree.First(last); c != nil; c = w.Tree.Next(c) {
		if c.Kind != LimitNode {
			continue
		}
		w.Limit = Limit{Present: true, Comma: c.marks&markComma != 0, Offset: int(c.Name.Start), End: int(c.Name.End)}
		count := w.text[c.Name.Start:c.Name.End]
		if strings.Trim(count, "0123456789") == "" {
			value, err := strconv.ParseInt(count, 10, 64)
			if err == nil {
				w.Limit.Literal, w.Limit.Value = true, value
			}
		}
	}
}

// order puts the lists into the order of the text; the walk sees FROM before the result columns.
func (w *resolver) order() {
	sortBy(w.Functions, func(f Function) int { return f.Offset })
	sortBy(w.Operators, func(o Operator) int { return o.Offset })
	sortBy(w.Columns, func(c Column) int { return c.Offset })
	sortBy(w.Stars, func(s Star) int { return s.Offset })
	sortBy(w.Using, func(c Column) int { return c.Offset })
	sortBy(w.Collations, func(c Collation) int { return c.Offset })

	offset := func(r Relation) int { return r.Offset }
	if inOrder(w.Relations, offset) {
		return
	}
	numbers := slices.Clone(w.identity[:len(w.Relations)])
	slices.SortFunc(numbers, func(a, b int) int { return w.Relations[a].Offset - w.Relations[b].Offset })
	relations := make([]Relation, len(numbers))
	moved := make([]int, len(numbers)) // old number → new
	for i, n := range numbers {
		relations[i] = w.Relations[n]
		moved[n] = i
	}
	w.Relations = relations
	// Every list of candidates is a part of one of these, so that each number changes once.
	for _, l := range append(w.lists, w.identity[:len(numbers)]) {
		for i, n := range l {
			l[i] = moved[n]
		}
	}
}

func inOrder[T any](l []T, offset func(T) int) bool {
	for i := 1; i < len(l); i++ {
		if offset(l[i]) < offset(l[i-1]) {
			return false
		}
	}
	return true
}

func sortBy[T any](l []T, offset func(T) int) {
	if !inOrder(l, offset) {
		slices.SortStableFunc(l, func(a, b T) int { return offset(a) - offset(b) })
	}
}
