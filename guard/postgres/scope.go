//go:build cgo

package postgres

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// common is a CTE's name and those that can be named beside it.
type common struct {
	name  string
	outer *common
}

// scope is what one FROM clause brings: its entries by the names under which columns can be qualified.
type scope struct {
	entries []entry
	outer   *scope
	all     []int // see everything
}

// entry is one item of FROM. Relations are the indexes of the relations that it gives the columns of; there is none for
// subqueries, functions and CTEs, whose columns are read where they are made.
type entry struct {
	schema, name string
	relations    []int
}

// openScope reads the FROM clause of a SELECT into a new scope.
func (w *walk) openScope(s *pg_query.SelectStmt) {
	scope := &scope{outer: w.scope}
	for _, item := range s.FromClause {
		w.item(scope, item)
	}
	w.scope = scope
}

// item adds an item of FROM to the scope and returns the relations in it.
func (w *walk) item(s *scope, item *pg_query.Node) []int {
	switch n := item.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		return w.relation(s, n.RangeVar)
	case *pg_query.Node_RangeTableSample:
		return w.item(s, n.RangeTableSample.Relation)
	case *pg_query.Node_RangeSubselect:
		s.add(n.RangeSubselect.Alias, nil)
	case *pg_query.Node_RangeFunction:
		s.add(n.RangeFunction.Alias, nil)
	case *pg_query.Node_RangeTableFunc:
		s.add(n.RangeTableFunc.Alias, nil)
	case *pg_query.Node_JoinExpr:
		return w.joined(s, n.JoinExpr)
	}
	return nil
}

func (s *scope) add(alias *pg_query.Alias, relations []int) {
	if alias != nil {
		s.entries = append(s.entries, entry{name: alias.Aliasname, relations: relations})
	}
}

func (w *walk) relation(s *scope, n *pg_query.RangeVar) []int {
	if n.Schemaname == "" && n.Catalogname == "" {
		for c := w.common; c != nil; c = c.outer {
			if c.name == n.Relname {
				e := entry{name: n.Relname}
				if n.Alias != nil {
					e.name = n.Alias.Aliasname
				}
				s.entries = append(s.entries, e)
				return nil
			}
		}
	}
	r := Relation{Schema: n.Schemaname, Name: n.Relname, Offset: int(n.Location)}
	e := entry{schema: n.Schemaname, name: n.Relname, relations: []int{len(w.r.Relations)}}
	if n.Alias != nil {
		r.Alias, r.Renamed = n.Alias.Aliasname, len(n.Alias.Colnames) > 0
		e.schema, e.name = "", n.Alias.Aliasname
	}
	w.r.Relations = append(w.r.Relations, r)
	s.entries = append(s.entries, e)
	return e.relations
}

func (w *walk) joined(s *scope, n *pg_query.JoinExpr) []int {
	left, right := w.item(s, n.Larg), w.item(s, n.Rarg)
	both := append(append([]int{}, left...), right...)
	s.add(n.Alias, both)
	s.add(n.JoinUsingAlias, both)
	if n.Alias != nil && len(n.Alias.Colnames) > 0 {
		for _, i := range both {
			w.r.Relations[i].Renamed = true
		}
	}
	if n.IsNatural && len(both) > 0 {
		w.r.Stars = append(w.r.Stars, Star{Natural: true, Candidates: both, Offset: w.at})
	}
	for _, column := range n.UsingClause {
		w.r.Columns = append(w.r.Columns, Column{Name: column.GetString_().GetSval(), Candidates: both, Offset: w.at})
	}
	return both
}

// column writes down a reference to a column: name, t.name, s.t.name, c.s.t.name, or one of these with * at its end.
func (w *walk) column(n *pg_query.ColumnRef) {
	var parts []string
	star := false
	for _, field := range n.Fields {
		if s := field.GetString_(); s != nil {
			parts = append(parts, s.Sval)
		} else if field.GetAStar() != nil {
			star = true
		} else {
			w.refuse("ColumnRef", "the statement names a column in a way that is unknown here", hintUnknown)
		}
	}
	if star {
		table, schema := last(parts), ""
		if len(parts) > 1 {
			schema = parts[len(parts)-2]
		}
		w.r.Stars = append(w.r.Stars, Star{Table: table, Candidates: w.candidates(schema, table), Offset: w.at})
		return
	}
	c := Column{Name: last(parts), Offset: w.at}
	if len(parts) > 1 {
		c.Table = parts[len(parts)-2]
	}
	if len(parts) > 2 {
		c.Schema = parts[len(parts)-3]
	}
	c.Candidates = w.candidates(c.Schema, c.Table)
	if c.Table != "" {
		w.r.Functions = append(w.r.Functions, Function{
			Name: c.Name, Attribute: true, Qualifier: c.Table,
			Relations: c.Candidates, Arguments: -1, Offset: w.at,
		})
	}
	if c.Table == "" {
		if whole := w.named(c.Name); len(whole) > 0 {
			w.r.Columns = append(w.r.Columns, Column{Name: c.Name, Whole: true, Candidates: whole, Offset: w.at})
		}
	}
	w.r.Columns = append(w.r.Columns, c)
}

// candidates returns the relations that a column with the qualifier may belong to: those of the innermost entry of that
// name, and for a column without a qualifier those of every FROM clause around it.
func (w *walk) candidates(schema, table string) []int {
	if table == "" {
		return w.scope.everything()
	}
	for s := w.scope; s != nil; s = s.outer {
		for _, e := range s.entries {
			if e.name == table && (schema == "" || e.schema == "" || e.schema == schema) {
				return e.relations
			}
		}
	}
	return nil
}

// everything returns the relations of this FROM clause and all around it. It is made once for all columns.
func (s *scope) everything() []int {
	if s == nil {
		return nil
	}
	if s.all == nil {
		s.all = []int{}
		for _, e := range s.entries {
			s.all = append(s.all, e.relations...)
		}
		s.all = append(s.all, s.outer.everything()...)
	}
	return s.all
}

// named returns the relations whose whole row a lone name may stand for.
func (w *walk) named(name string) []int {
	for s := w.scope; s != nil; s = s.outer {
		for _, e := range s.entries {
			if e.name == name {
				return e.relations
			}
		}
	}
	return nil
}

func last(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return parts[len(parts)-1]
}
