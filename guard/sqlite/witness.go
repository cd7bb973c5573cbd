package sqlite

import (
	"strings"

	"github.com/rqlite/sql"
)

// WitnessBytes is the longest text that the witness is shown. Its parser recurses on the input, and a stack that
// overflows cannot be recovered: at this length the worst text needs about 60 MB of it.
const WitnessBytes = 128 << 10

// Testimony is what the witness saw: the names of every relation and function in the statement, unquoted, CTEs among
// the relations.
type Testimony struct {
	Relations []string
	Functions []string
	// Other is set where the witness sees something else than exactly one SELECT, VALUES or EXPLAIN of one.
	Other bool
}

// Witness reads one statement with github.com/rqlite/sql, a parser that shares nothing with ours. It reports false
// where that parser cannot read the text, or panics: it does not know all of SQLite's grammar, so that this says
// nothing. Its tree is only looked at, never printed: the printed form can mean something else.
func Witness(text string) (testimony *Testimony, read bool) {
	if len(text) > WitnessBytes {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			testimony, read = nil, false
		}
	}()
	statements, err := sql.NewParser(strings.NewReader(text)).ParseStatements()
	if err != nil || len(statements) == 0 {
		return nil, false
	}
	w := &witness{seen: &Testimony{Other: len(statements) > 1}, stack: make([]sql.Node, 0, 16)}
	for _, statement := range statements {
		if explain, ok := statement.(*sql.ExplainStatement); ok {
			statement = explain.Stmt
		}
		sel, ok := statement.(*sql.SelectStatement)
		if !ok {
			w.seen.Other = true
			continue
		}
		w.push(sel)
	}
	w.walk()
	return w.seen, true
}

// witness walks the tree with a stack of its own, since trees of long operator chains are deep. Its parser's own Walk
// leaves out operands, subqueries and frame bounds.
type witness struct {
	seen  *Testimony
	stack []sql.Node
}

func (w *witness) push(n sql.Node) {
	if n != nil {
		w.stack = append(w.stack, n)
	}
}

func (w *witness) pushExprs(exprs []sql.Expr) {
	for _, e := range exprs {
		w.push(e)
	}
}

func (w *witness) walk() {
	for len(w.stack) > 0 {
		n := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		switch n := n.(type) {
		case *sql.SelectStatement:
			w.selectStatement(n)
		case sql.SelectExpr:
			w.selectStatement(n.SelectStatement)
		case *sql.QualifiedTableName:
			if n != nil && n.Name != nil {
				w.seen.Relations = append(w.seen.Relations, n.Name.Name)
			}
		case *sql.QualifiedTableFunctionName:
			w.seen.Relations = append(w.seen.Relations, n.Name.Name)
			w.pushExprs(n.Args)
		case *sql.ParenSource:
			w.push(n.X)
		case *sql.JoinClause:
			w.push(n.X)
			w.push(n.Y)
			if on, ok := n.Constraint.(*sql.OnConstraint); ok && on != nil {
				w.push(on.X)
			}
		case *sql.Call:
			if n.Name != nil {
				w.seen.Functions = append(w.seen.Functions, n.Name.Name)
			}
			w.pushExprs(n.Args)
			if n.Filter != nil {
				w.push(n.Filter.X)
			}
			if n.Over != nil {
				w.window(n.Over.Definition)
			}
		case *sql.BinaryExpr:
			w.push(n.X)
			w.push(n.Y)
		case *sql.UnaryExpr:
			w.push(n.X)
		case *sql.ParenExpr:
			w.push(n.X)
		case *sql.CollateExpr:
			w.push(n.X)
		case *sql.CastExpr:
			w.push(n.X)
		case *sql.Null:
			w.push(n.X)
		case *sql.Range:
			w.push(n.X)
			w.push(n.Y)
		case *sql.ExprList:
			if n != nil {
				w.pushExprs(n.Exprs)
			}
		case *sql.Exists:
			w.push(n.Select)
		case *sql.CaseExpr:
			w.push(n.Operand)
			w.push(n.ElseExpr)
			for _, b := range n.Blocks {
				w.push(b.Condition)
				w.push(b.Body)
			}
		}
	}
}

func (w *witness) selectStatement(n *sql.SelectStatement) {
	for ; n != nil; n = n.Compound {
		if n.WithClause != nil {
			for _, cte := range n.WithClause.CTEs {
				w.push(cte.Select)
			}
		}
		for _, list := range n.ValueLists {
			w.push(list)
		}
		for _, column := range n.Columns {
			w.push(column.Expr)
		}
		w.push(n.Source)
		w.push(n.WhereExpr)
		w.pushExprs(n.GroupByExprs)
		w.push(n.HavingExpr)
		for _, named := range n.Windows {
			w.window(named.Definition)
		}
		w.order(n.OrderingTerms)
		w.push(n.LimitExpr)
		w.push(n.OffsetExpr)
	}
}

func (w *witness) order(terms []*sql.OrderingTerm) {
	for _, term := range terms {
		w.push(term.X)
	}
}

func (w *witness) window(d *sql.WindowDefinition) {
	if d == nil {
		return
	}
	w.pushExprs(d.Partitions)
	w.order(d.OrderingTerms)
	if d.Frame != nil {
		w.push(d.Frame.X)
		w.push(d.Frame.Y)
	}
}
