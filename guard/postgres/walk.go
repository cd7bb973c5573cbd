//go:build cgo

package postgres

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// walk visits every node of a statement and writes down what it holds.
type walk struct {
	text   string
	r      *Reading
	at     int     // the offset of the nearest node above that has one
	scope  *scope  // the FROM clause that surrounds the node
	common *common // the CTEs that can be named here
}

func newWalk(text string, r *Reading) *walk {
	r.Outputs = make(map[string]bool)
	return &walk{text: text, r: r, at: r.Start}
}

func (w *walk) refuse(node, message, hint string) {
	w.r.Refusals = append(w.r.Refusals, Refusal{Node: node, Message: message, Hint: hint, Offset: w.at})
}

// statement walks one SELECT with the scopes that it opens.
func (w *walk) statement(s *pg_query.SelectStmt) {
	scope, common := w.scope, w.common
	defer func() { w.scope, w.common = scope, common }()
	if with := s.WithClause; with != nil {
		w.with(with)
	}
	w.openScope(s)
	w.fields(s.ProtoReflect(), "with_clause")
}

// with walks the CTEs. One that is not recursive sees those before it only.
func (w *walk) with(with *pg_query.WithClause) {
	if with.Recursive {
		for _, node := range with.Ctes {
			if cte := node.GetCommonTableExpr(); cte != nil {
				w.common = &common{cte.Ctename, w.common}
			}
		}
	}
	for _, node := range with.Ctes {
		w.node(node.ProtoReflect())
		if cte := node.GetCommonTableExpr(); cte != nil && !with.Recursive {
			w.common = &common{cte.Ctename, w.common}
		}
	}
}

// fields walks all messages below m but those in the fields left out.
func (w *walk) fields(m protoreflect.Message, leftOut ...protoreflect.Name) {
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Message() == nil || slices.Contains(leftOut, field.Name()) {
			return true
		}
		if field.IsMap() {
			w.refuse(string(field.Name()), "the statement holds a part that is unknown here: "+string(field.Name()), hintUnknown)
			return true
		}
		if field.IsList() {
			list := value.List()
			for i := range list.Len() {
				w.node(list.Get(i).Message())
			}
			return true
		}
		w.node(value.Message())
		return true
	})
}

const hintUnknown = "write the statement without it"

// node holds one message to the tables of nodes, does what its type asks for, and goes on below it.
func (w *walk) node(m protoreflect.Message) {
	kind := string(m.Descriptor().Name())
	if kind == "Node" {
		w.fields(m)
		return
	}
	if at, ok := location(m); ok {
		defer func(before int) { w.at = before }(w.at)
		w.at = at
	}
	if !admitted[kind] {
		w.refuseNode(kind)
		return
	}
	if len(m.GetUnknown()) > 0 {
		w.refuse(kind, "the statement holds a part that is unknown here: "+kind, hintUnknown)
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		w.statement(n)
		return
	case *pg_query.WithClause:
		// Only a SELECT has one, and statement takes it; anything else that does is refused above.
		w.refuse(kind, "WITH stands where it cannot be read", hintUnknown)
		return
	case *pg_query.FuncCall:
		schema, name := qualified(n.Funcname)
		arguments := len(n.Args)
		if n.FuncVariadic || n.AggStar {
			arguments = -1
		}
		w.r.Functions = append(w.r.Functions, Function{Schema: schema, Name: name, Arguments: arguments, Offset: w.at})
		w.fields(m, "funcname")
		return
	case *pg_query.SQLValueFunction:
		w.valueFunction(n)
	case *pg_query.ColumnRef:
		w.column(n)
		return
	case *pg_query.ResTarget:
		w.output(n)
	case *pg_query.Alias:
		w.given(n.Colnames)
	case *pg_query.CommonTableExpr:
		w.given(n.Aliascolnames)
	case *pg_query.A_Indirection:
		w.indirection(n)
	case *pg_query.TypeName:
		w.typeName(n)
		w.fields(m, "names")
		return
	case *pg_query.A_Expr:
		w.expression(n)
		w.fields(m, "name")
		return
	case *pg_query.SubLink:
		w.operator(n.OperName)
		w.fields(m, "oper_name")
		return
	case *pg_query.SortBy:
		w.operator(n.UseOp)
		w.fields(m, "use_op")
		return
	case *pg_query.RangeTableSample:
		schema, name := qualified(n.Method)
		if schema != "" && schema != "pg_catalog" || name != "bernoulli" && name != "system" {
			w.refuse(kind, "TABLESAMPLE "+name+" is not allowed", "use TABLESAMPLE BERNOULLI or SYSTEM")
		}
		w.fields(m, "method")
		return
	case *pg_query.ParamRef:
		w.parameter(n)
	}
	w.fields(m)
}

func (w *walk) refuseNode(kind string) {
	reason, known := refused[kind]
	switch {
	case !known:
		w.refuse(kind, "the statement holds a node of an unknown type: "+kind, hintUnknown)
	case kind == "IntoClause":
		w.refuse(kind, "SELECT … INTO is not allowed: "+reason, "leave INTO out; the rows come back as the result")
	case kind == "LockingClause":
		w.refuse(kind, "row locks are not allowed: "+reason, "leave the FOR clause out")
	case strings.HasSuffix(kind, "Stmt"):
		verb := strings.ToUpper(strings.TrimSuffix(kind, "Stmt"))
		w.refuse(kind, verb+" is not allowed within a SELECT: "+reason, "only SELECT, VALUES and TABLE may stand in WITH and in subqueries")
	default:
		w.refuse(kind, kind+" is not allowed in a SELECT: "+reason, hintUnknown)
	}
}

// location returns the message's own offset where it has one.
func location(m protoreflect.Message) (int, bool) {
	field := m.Descriptor().Fields().ByName("location")
	if field == nil || field.Kind() != protoreflect.Int32Kind {
		return 0, false
	}
	at := int(m.Get(field).Int())
	// 0 is what an absent location reads as; a node that stands at 0 is the statement itself.
	return at, at > 0
}

// qualified returns the last part of a name and the part before it.
func qualified(parts []*pg_query.Node) (schema, name string) {
	if n := len(parts); n > 0 {
		name = parts[n-1].GetString_().GetSval()
		if n > 1 {
			schema = parts[n-2].GetString_().GetSval()
		}
	}
	return schema, name
}

func (w *walk) valueFunction(n *pg_query.SQLValueFunction) {
	name := strings.ToLower(strings.TrimPrefix(n.Op.String(), "SVFOP_"))
	w.r.Functions = append(w.r.Functions, Function{Name: strings.TrimSuffix(name, "_n"), Offset: w.at})
}

// indirection writes down the fields behind an expression: each may call a function.
func (w *walk) indirection(n *pg_query.A_Indirection) {
	for _, part := range n.Indirection {
		if s := part.GetString_(); s != nil {
			w.r.Functions = append(w.r.Functions, Function{Name: s.Sval, Attribute: true, Arguments: -1, Offset: w.at})
		}
	}
}

// output writes down the name of a column that a SELECT list makes.
func (w *walk) output(n *pg_query.ResTarget) {
	if n.Name != "" {
		w.r.Outputs[n.Name] = true
		return
	}
	if fields := n.Val.GetColumnRef().GetFields(); len(fields) > 0 {
		w.given(fields[len(fields)-1:])
	}
}

// given writes down names of columns.
func (w *walk) given(names []*pg_query.Node) {
	for _, name := range names {
		if s := name.GetString_(); s != nil {
			w.r.Outputs[s.Sval] = true
		}
	}
}

func (w *walk) typeName(n *pg_query.TypeName) {
	schema, name := qualified(n.Names)
	w.r.Types = append(w.r.Types, TypeName{Schema: schema, Name: name, Offset: w.at})
	if n.PctType || n.Setof {
		w.refuse("TypeName", "%TYPE and SETOF are not allowed in a SELECT", hintUnknown)
	}
}

// expression writes down the operator of an expression. BETWEEN has its own words for a name.
func (w *walk) expression(n *pg_query.A_Expr) {
	switch n.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return
	}
	w.operator(n.Name)
}

func (w *walk) operator(parts []*pg_query.Node) {
	if len(parts) == 0 {
		return
	}
	schema, name := qualified(parts)
	w.r.Operators = append(w.r.Operators, Operator{Schema: schema, Name: name, Offset: w.at})
}

func (w *walk) parameter(n *pg_query.ParamRef) {
	w.r.Parameters = append(w.r.Parameters, Parameter{Name: "$" + strconv.Itoa(int(n.Number)), Index: int(n.Number)})
}

// explain walks EXPLAIN: no option that runs the statement, and a SELECT below.
func (w *walk) explain(n *pg_query.ExplainStmt) {
	for _, option := range n.Options {
		def := option.GetDefElem()
		name := strings.ToLower(def.GetDefname())
		switch name {
		case "analyze":
			if def.Arg == nil || !off(def.Arg) {
				w.refuse("ExplainStmt", "EXPLAIN ANALYZE runs the statement and is not allowed", "use EXPLAIN without ANALYZE")
			}
		case "verbose", "costs", "format", "buffers", "summary", "timing", "wal", "generic_plan", "settings", "memory", "serialize":
		default:
			w.refuse("ExplainStmt", "the EXPLAIN option "+name+" is not allowed", "VERBOSE, COSTS, FORMAT, BUFFERS and SUMMARY are accepted")
		}
	}
	query := n.Query.GetSelectStmt()
	if query == nil {
		w.refuse("ExplainStmt", "EXPLAIN of another statement than SELECT is not allowed", "explain a SELECT")
		return
	}
	w.statement(query)
}

// off reports whether the value of an option says no.
func off(value *pg_query.Node) bool {
	if i := value.GetInteger(); i != nil {
		return i.Ival == 0
	}
	if b := value.GetBoolean(); b != nil {
		return !b.Boolval
	}
	switch strings.ToLower(value.GetString_().GetSval()) {
	case "off", "false":
		return true
	}
	return false
}
