package sqlite

import (
	"slices"
	"strconv"
	"strings"
)

// resolver walks the tree once and fills in the lists of a Reading. Its recursion is bounded by the nesting of the
// text, which the parser bounds.
type resolver struct {
	*Reading
	text string
}

// resolve fills in what the tree says.
func resolve(r *Reading, text string) {
	w := resolver{r, text}
	w.selectStatement(r.Tree, nil, nil)
	w.limit(r.Tree)
	w.order()
}

func (w *resolver) name(s Span) string { return Name(w.text, s) }

// selectStatement walks a SELECT with all arms of its compound.
func (w *resolver) selectStatement(n *Node, outer *scope, with *ctes) {
	if n.First.Kind == CTENode {
		with = &ctes{outer: with}
		for c := n.First; c.Kind == CTENode; c = c.Next {
			with.names = append(with.names, w.name(c.Name))
		}
		w.CTEs = append(w.CTEs, with.names...)
	}
	compound := false
	var first *Node             // the first arm
	all := &scope{outer: outer} // of all arms
	for c := n.First; c != nil; c = c.Next {
		switch c.Kind {
		case CTENode:
			body := c.First
			for body.Kind != SelectNode {
				body = body.Next
			}
			w.selectStatement(body, outer, with)
			continue
		case ValuesNode:
			w.expressions(c.First, &scope{outer: outer}, with)
		case CoreNode:
			s := w.core(c, outer, with)
			all.items = append(all.items, s.items...)
			all.all = append(all.all, s.all...)
			w.orderBy(c, first, s, all, compound || c.Next != nil, with)
		}
		if first == nil {
			first = c
		}
		compound = true
	}
}

// core walks one SELECT … FROM … but for its ORDER BY, and returns its scope.
func (w *resolver) core(n *Node, outer *scope, with *ctes) *scope {
	s := &scope{outer: outer}
	for c := n.First; c != nil; c = c.Next {
		if c.Kind == FromNode {
			w.sources(c.First, s, with)
		}
	}
	for c := n.First; c != nil; c = c.Next {
		switch c.Kind {
		case StarNode:
			star := Star{Offset: int(c.Start), Candidates: s.all}
			if !c.Name.empty() {
				star.Table = w.name(c.Name)
				star.Candidates, _ = s.find("", star.Table)
			}
			w.Stars = append(w.Stars, star)
		case FromNode:
			w.joins(c.First, s, outer, with)
		case OrderByNode:
		case LimitNode:
			w.expressions(c.First, nil, with) // sees no table
		default:
			w.expressions(c.First, s, with)
		}
	}
	return s
}

// sources collects the relations of a FROM clause, those in parentheses too.
func (w *resolver) sources(n *Node, s *scope, with *ctes) {
	for ; n != nil; n = n.Next {
		switch n.Kind {
		case TableNode, CallNode:
			w.relation(n, s, with)
		case SubqueryNode:
			s.add(item{name: w.name(n.Alias), relation: -1})
		case GroupNode:
			before := len(s.items)
			w.sources(n.First, s, with)
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

// relation notes a table or table function, unless it is a CTE.
func (w *resolver) relation(n *Node, s *scope, with *ctes) {
	r := Relation{
		Schema: w.name(n.Schema), Name: w.name(n.Name), Alias: w.name(n.Alias),
		Offset: int(n.Name.Start), End: int(n.Name.End), Call: n.Kind == CallNode,
	}
	i := item{schema: r.Schema, name: r.Name, relation: -1}
	if r.Alias != "" {
		i.name = r.Alias
	}
	if r.Schema != "" || r.Call || !with.has(r.Name) {
		i.relation = len(w.Relations)
		i.schemaTable = n.Alias.empty() && schemaTable(r.Name)
		w.Relations = append(w.Relations, r)
	}
	if s != nil {
		s.add(i)
	}
}

// joins walks what stands in the terms of a FROM clause: subqueries, arguments, ON and USING.
func (w *resolver) joins(n *Node, s, outer *scope, with *ctes) {
	for ; n != nil; n = n.Next {
		switch n.Kind {
		case SubqueryNode:
			w.selectStatement(n.First, outer, with)
			w.expressions(n.First.Next, s, with)
		case TableNode, CallNode, GroupNode:
			w.joins(n.First, s, outer, with)
		default:
			w.expression(n, s, with)
		}
	}
}

// expressions walks a node and its siblings.
func (w *resolver) expressions(n *Node, s *scope, with *ctes) {
	for ; n != nil; n = n.Next {
		w.expression(n, s, with)
	}
}

// expression walks a node of an expression and what is below it.
func (w *resolver) expression(n *Node, s *scope, with *ctes) {
	switch n.Kind {
	case SelectNode:
		w.selectStatement(n, s, with)
		return
	case TableNode, CallNode: // behind IN
		w.relation(n, nil, with)
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
	w.expressions(n.First, s, with)
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
		c.Outer = s.outer.outward()
	default:
		inner := true
		for ; s != nil; s = s.outer {
			relations, found := s.find(c.Schema, c.Table)
			if inner {
				c.Candidates = relations
				inner = !found
			} else {
				c.Outer = append(c.Outer, relations...)
			}
		}
	}
	w.Columns = append(w.Columns, c)
}

// orderBy walks the ORDER BY of a SELECT. A term that is one name means the result column of that name, if there is one;
// behind a compound SQLite looks at the first arm for it, and then at the columns of each arm.
func (w *resolver) orderBy(core, first *Node, s, all *scope, compound bool, with *ctes) {
	if first == nil {
		first = core
	}
	if compound {
		s = all
	}
	for c := core.First; c != nil; c = c.Next {
		if c.Kind != OrderByNode {
			continue
		}
		for term := c.First; term != nil; term = term.Next {
			if term.marks&markSole != 0 && w.resultName(first, w.name(term.First.Name)) {
				w.Columns = append(w.Columns, Column{Name: w.name(term.First.Name), Offset: int(term.First.Start), Alias: true})
				w.expressions(term.First.Next, s, with)
				continue
			}
			w.expressions(term.First, s, with)
		}
	}
}

// resultName reports whether a SELECT gives one of its result columns the name by AS.
func (w *resolver) resultName(core *Node, name string) bool {
	for c := core.First; c != nil; c = c.Next {
		if c.Kind == ResultNode && !c.Alias.empty() && equal(w.name(c.Alias), name) {
			return true
		}
	}
	return false
}

// limit looks at the LIMIT of the outermost SELECT, which stands in its last arm.
func (w *resolver) limit(tree *Node) {
	last := tree.First
	for last.Next != nil {
		last = last.Next
	}
	w.Limit.Insertable = last.Kind == CoreNode
	for c := last.First; c != nil && last.Kind == CoreNode; c = c.Next {
		if c.Kind != LimitNode {
			continue
		}
		w.Limit = Limit{Present: true, Comma: c.marks&markComma != 0, Offset: int(c.Name.Start), End: int(c.Name.End)}
		count := w.text[c.Name.Start:c.Name.End]
		if strings.Trim(count, "0123456789") == "" {
			value, err := strconv.ParseInt(count, 10, 64)
			w.Limit.Literal, w.Limit.Value = err == nil, value
		}
	}
}

// order puts the lists into the order of the text; the walk sees FROM before the result columns.
func (w *resolver) order() {
	slices.SortStableFunc(w.Functions, func(a, b Function) int { return a.Offset - b.Offset })
	slices.SortStableFunc(w.Operators, func(a, b Operator) int { return a.Offset - b.Offset })
	slices.SortStableFunc(w.Columns, func(a, b Column) int { return a.Offset - b.Offset })
	slices.SortStableFunc(w.Collations, func(a, b Collation) int { return a.Offset - b.Offset })
}
