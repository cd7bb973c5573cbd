package sqlite

import (
	"fmt"
	"strings"
)

// act does what one of the actions of gen/actions.go stands for. parts are the right side of the rule; result is its
// left side, already with the span of all parts and their nodes in order.
func (p *parser) act(a action, parts []part, result *part) {
	switch a {
	case doForeign:
		p.other = true
	case doWith:
		// WITH without SELECT: the statement is what the token in hand says.
		switch p.token {
		case tkDelete, tkUpdate, tkInsert, tkReplace:
			p.other = true
		}
	case doExplain:
		p.explain = KindExplain
	case doExplainQueryPlan:
		p.explain = KindExplainQueryPlan
	case doStatement:
		p.tree = result.first
	case doSelectStatement:
		p.wrap(SelectNode, result)
	case doCore:
		p.wrap(CoreNode, result)
	case doValues:
		p.wrap(ValuesNode, result)
	case doFrom:
		p.wrap(FromNode, result)
	case doWhere:
		p.wrap(WhereNode, result)
	case doGroupBy:
		p.wrap(GroupByNode, result)
	case doHaving:
		p.wrap(HavingNode, result)
	case doWindow:
		p.wrap(WindowNode, result)
	case doOrderBy:
		p.wrap(OrderByNode, result)
	case doLimit, doLimitOffset:
		p.wrap(LimitNode, result).Name = parts[1].Span
	case doLimitComma:
		n := p.wrap(LimitNode, result)
		n.Name, n.marks = parts[3].Span, markComma
	case doCte:
		p.wrap(CTENode, result).Name = parts[0].Span
	case doResult:
		p.item(ResultNode, parts, 2, result).Alias = parts[4].Span
	case doFirstTerm:
		p.item(TermNode, parts, 0, result)
	case doNextTerm:
		p.item(TermNode, parts, 2, result)
	case doStar:
		p.leaf(StarNode, parts[2].Span, result).Name = Span{}
	case doTableStar:
		p.leaf(StarNode, Span{parts[2].Start, parts[4].End}, result).Name = parts[2].Span
	case doFirstCTEColumn, doNextCTEColumn:
		name := parts[len(parts)-3].Span
		if !parts[len(parts)-2].empty() || !parts[len(parts)-1].empty() {
			p.fail(Syntax, name, fmt.Sprintf("syntax error after column name \"%s\"", p.z[name.Start:name.End]))
		}
		p.leaf(CTEColumnNode, name, result)
	case doTable, doIndexedTable, doTableCall, doSubquery, doGroup, doJoined, doJoin, doFirstUsing, doNextUsing:
		p.actFrom(a, parts, result)
	default:
		p.actExpression(a, parts, result)
	}
}

// item puts a node around the nodes of one part.
func (p *parser) item(kind NodeKind, parts []part, i int, result *part) *Node {
	n := p.wrap(kind, &parts[i])
	n.marks = parts[i].marks & markSole
	p.collect(result, parts)
	return n
}

// actFrom does the actions of the FROM clause. A joinop marks the stl_prefix before a table with NATURAL.
func (p *parser) actFrom(a action, parts []part, result *part) {
	last := len(parts) - 1 // on_using
	switch a {
	case doTable, doIndexedTable:
		n := p.source(TableNode, parts, last, result)
		n.Alias = parts[3].Span
		n.Schema, n.Name = qualified(parts[1].Span, parts[2].Span)
	case doTableCall:
		n := p.source(CallNode, parts, last, result)
		n.Alias = parts[last-1].Span
		n.Schema, n.Name = qualified(parts[1].Span, parts[2].Span)
		n.Count = parts[4].count
	case doSubquery:
		p.source(SubqueryNode, parts, last, result).Alias = parts[last-1].Span
	case doGroup:
		n := p.source(GroupNode, parts, last, result)
		n.Alias = parts[last-1].Span
		if parts[0].empty() && n.Alias.empty() && parts[last].empty() {
			result.count = parts[2].count // the parentheses mean nothing
		} else if parts[2].count > 1 {
			n.marks |= markNested
		}
	case doJoined:
		result.marks, result.count = parts[1].marks, parts[0].count
	case doJoin:
		result.marks = p.joinType(parts[:len(parts)-1], result.Span)
	case doFirstUsing, doNextUsing:
		p.leaf(UsingNode, parts[last].Span, result)
	}
}

// source makes the node of a term of FROM: around the nodes of all parts but the first, which are the terms before it.
func (p *parser) source(kind NodeKind, parts []part, onUsing int, result *part) *Node {
	if parts[0].empty() && !parts[onUsing].empty() {
		word := "ON"
		if lower(p.z[parts[onUsing].Start]) == 'u' {
			word = "USING"
		}
		p.fail(Syntax, parts[onUsing].Span, "a JOIN clause is required before "+word)
	}
	inner := part{Span: Span{parts[1].Start, result.End}}
	p.collect(&inner, parts[1:])
	n := p.wrap(kind, &inner)
	n.marks = parts[0].marks
	p.collect(result, parts[:1])
	p.attach(result, &inner)
	result.count = parts[0].count + 1
	return n
}

// qualified takes nm and dbnm: where dbnm is there, nm is the schema.
func qualified(nm, dbnm Span) (schema, name Span) {
	if dbnm.empty() {
		return Span{}, nm
	}
	return nm, dbnm
}

// joinType checks the words before JOIN, as sqlite3JoinType of select.c does.
func (p *parser) joinType(words []part, at Span) (marks uint8) {
	const inner, cross, natural, left, right, outer = 1, 2, 4, 8, 16, 32
	all := 0
	for _, word := range words {
		kind := 0
		switch Fold(p.z[word.Start:word.End]) {
		case "natural":
			kind = natural
		case "left":
			kind = left | outer
		case "outer":
			kind = outer
		case "right":
			kind = right | outer
		case "full":
			kind = left | right | outer
		case "inner":
			kind = inner
		case "cross":
			kind = inner | cross
		}
		if all |= kind; kind == 0 {
			all = inner | outer // no such type
			break
		}
	}
	if all&(inner|outer) == inner|outer || all&(outer|left|right) == outer {
		var names []string
		for _, word := range words {
			names = append(names, p.z[word.Start:word.End])
		}
		p.fail(Syntax, at, "unknown join type: "+strings.Join(names, " "))
	}
	if all&natural != 0 {
		return markNatural
	}
	return 0
}

// actExpression does the actions of expressions.
func (p *parser) actExpression(a action, parts []part, result *part) {
	switch a {
	case doColumn:
		p.leaf(ColumnNode, result.Span, result)
		result.marks = markSole
	case doParentheses:
		result.marks = parts[1].marks
	case doTableColumn:
		n := p.leaf(ColumnNode, result.Span, result)
		n.Alias, n.Name = parts[0].Span, parts[2].Span
	case doSchemaColumn:
		n := p.leaf(ColumnNode, result.Span, result)
		n.Schema, n.Alias, n.Name = parts[0].Span, parts[2].Span, parts[4].Span
	case doParameter:
		p.parameter(result)
	case doCollation:
		p.leaf(CollationNode, parts[2].Span, result)
		result.marks = parts[0].marks
	case doFunction:
		n := p.wrap(FunctionNode, result)
		n.Name, n.Count = parts[0].Span, parts[3].count
		n.marks = parts[2].marks | parts[len(parts)-1].marks
	case doFunctionStar:
		n := p.wrap(FunctionNode, result)
		n.Name = parts[0].Span
		n.marks = markStar | parts[len(parts)-1].marks
	case doCurrentTime:
		p.wrap(FunctionNode, result).Name = result.Span
	case doOperator:
		p.leaf(OperatorNode, parts[1].Span, &parts[1])
		p.collect(result, parts)
	case doInTable:
		p.inTable(parts, result)
	case doQuotedNumber:
		p.separators(result.Span)
	case doLast:
		result.Span = parts[len(parts)-1].Span
	case doDistinct:
		result.marks = markDistinct
	case doOver:
		result.marks = markOver
	case doFilterOver:
		result.marks = parts[len(parts)-1].marks
	case doFirstExpression:
		result.count = 1
	case doNextExpression:
		result.count = parts[0].count + 1
	case doExpressions:
		result.count = parts[0].count
	}
}

// inTable makes the node of the table in "x IN t" or "x IN f(y)".
func (p *parser) inTable(parts []part, result *part) {
	kind := TableNode
	if !parts[4].empty() {
		kind = CallNode
	}
	inner := part{Span: Span{parts[2].Start, result.End}}
	p.collect(&inner, parts[4:])
	n := p.wrap(kind, &inner)
	n.marks = markIn
	n.Schema, n.Name = qualified(parts[2].Span, parts[3].Span)
	p.collect(result, parts[:1])
	p.attach(result, &inner)
}

// separators checks that each "_" of a number stands between digits, as sqlite3DequoteNumber of util.c does, which takes
// them out meanwhile and shows in its message how far it came.
func (p *parser) separators(at Span) {
	word := []byte(p.z[at.Start:at.End] + "\x00")
	digit := uint8(charDigit)
	if word[0] == '0' && (word[1] == 'x' || word[1] == 'X') {
		digit = charHex
	}
	out := 0
	for i := range len(word) - 1 {
		if word[i] != '_' {
			word[out] = word[i]
			out++
		} else if charType[word[i-1]]&digit == 0 || charType[word[i+1]]&digit == 0 {
			p.fail(Syntax, at, fmt.Sprintf("unrecognized token: \"%s\"", word[:len(word)-1]))
		}
	}
}

// parameter numbers a parameter, as sqlite3ExprAssignVarNumber of expr.c does.
func (p *parser) parameter(result *part) {
	name := p.z[result.Start:result.End]
	index := 0
	switch {
	case name[0] == '#' && charType[name[1]]&charDigit != 0:
		p.syntaxError(result.Span) // a register, for SQLite's own use only
		return
	case name == "?":
		index = p.highest + 1
	case name[0] == '?':
		for i := 1; i < len(name); i++ {
			if index = index*10 + int(name[i]-'0'); index > maxParameter {
				break
			}
		}
		if index < 1 || index > maxParameter {
			p.fail(Syntax, result.Span, fmt.Sprintf("variable number must be between ?1 and ?%d", maxParameter))
			return
		}
	default:
		if index = p.named[name]; index == 0 {
			if p.named == nil {
				p.named = map[string]int{}
			}
			index = p.highest + 1
			p.named[name] = index
		}
	}
	if index > maxParameter {
		p.fail(Syntax, result.Span, "too many SQL variables")
		return
	}
	p.highest = max(p.highest, index)
	p.parameters = append(p.parameters, Parameter{Name: name, Index: index, Offset: int(result.Start)})
	p.leaf(ParameterNode, result.Span, result).Count = int32(index)
}
