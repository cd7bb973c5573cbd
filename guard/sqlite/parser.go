package sqlite

import "fmt"

// action says what the reader does when it reduces a rule.
type action uint8

// rule is a rule of the grammar: its left side, the number of parts on its right side, how many of these open a level of
// nesting (a parenthesis or CASE), and the action.
type rule struct {
	left   uint16
	size   uint8
	opens  uint8
	action action
}

// SQLite's own bounds (https://sqlite.org/limits.html): what goes beyond them it would refuse to prepare, so that no
// honest statement does. Ours for expressions is a little wider, since its count of operators is not quite the same.
const (
	mostStacked = 2500 // SQLITE_MAX_PARSER_DEPTH: entries of the automaton's stack, such as the NOT in NOT NOT NOT …
	mostHeight  = 1200 // SQLITE_MAX_EXPR_DEPTH is 1000: operators above each other, such as the AND in a AND b AND c …
	mostArms    = 500  // SQLITE_MAX_COMPOUND_SELECT: arms of a compound
)

// expression is the symbol of an expression.
var expression = func() uint16 {
	for _, r := range rules {
		if r.action == doParentheses {
			return r.left
		}
	}
	panic("no rule of an expression in parentheses")
}()

// part is an entry of the automaton's stack: a symbol that was read, with what it means.
type part struct {
	state       uint16
	marks       uint8
	Span              // the text of the symbol; empty if it has none
	count       int32 // of a list of expressions or tables
	height      int32 // of the highest expression in it
	first, last int32 // the nodes in it
}

// parser is one run of the automaton. It is SQLite's sqlite3RunParser (tokenize.c) around Lemon's parse loop
// (lempar.c), except that it stops where the first statement ends.
type parser struct {
	z        string // the text
	maxDepth int

	nodes []Node
	kinds [kinds]int32 // how many nodes of each kind there are
	depth int          // of the nesting now
	deep  int          // deepest yet

	token    int // the token in hand
	Span         // and its text
	last     int // the token before
	fault    *Error
	complete bool  // a whole statement was read
	other    bool  // the statement is of another kind
	explain  Kind  // what stands before it
	tree     int32 // the statement
	end      int32 // behind the last token of the statement

	reduced *[len(rules)]bool // the rules that were reduced, where somebody wants to know

	parameters []Parameter
	highest    int            // parameter index
	named      map[string]int // parameter indexes
}

// maxParameter is SQLITE_MAX_VARIABLE_NUMBER.
const maxParameter = 32766

// run feeds tokens from offset i on until the statement ends, and returns the offset behind the ";" that ended it. The
// automaton's stack is handed about rather than kept in p, so that it need not be allocated for a statement of usual
// size.
func (p *parser) run(i int) (next int) {
	var room [64]part
	stack := room[:1]
	start := 0 // of the token
	p.last = -1
	for {
		start = i
		p.token, i = nextToken(p.z, i)
		if p.token >= tkWindow { // these need a closer look
			switch p.token {
			case tkSpace, tkComment:
				continue
			case tkWindow:
				p.token = windowKeyword(p.z, i)
			case tkOver:
				p.token = overKeyword(p.z, i, p.last)
			case tkFilter:
				p.token = filterKeyword(p.z, i, p.last)
			case tkQnumber:
			default:
				if byteAt(p.z, start) != 0 {
					p.fault = &Error{
						Kind: Syntax, Offset: start, Near: p.z[start:i],
						Message: fmt.Sprintf("unrecognized token: \"%s\"", p.z[start:i]),
					}
					return i
				}
				p.token = tkSemi // the end of the text ends the statement, too
			}
		}
		p.Span = Span{int32(start), int32(i)}
		stack = p.feed(stack)
		p.complete = p.tree != 0 && p.token == tkSemi
		if p.fault != nil || p.complete || p.other {
			return i
		}
		if byteAt(p.z, start) == 0 {
			return i // nothing but ";" and space
		}
		if p.token != tkSemi {
			p.end = int32(i)
		}
		p.last = p.token
	}
}

// feed runs the automaton until it has taken the token in hand.
func (p *parser) feed(stack []part) []part {
	for {
		state := stack[len(stack)-1].state
		act := shiftAction(state, p.token)
		switch {
		case act >= minReduce:
			if stack = p.reduce(stack, int(act-minReduce)); p.other {
				return stack
			}
		case act <= maxShiftReduce:
			if act > maxShift {
				act += minReduce - minShiftReduce
			}
			if p.token == tkLp || p.token == tkCase {
				if p.depth++; p.depth > p.deep {
					if p.deep = p.depth; p.deep > p.maxDepth {
						p.fail(Depth, p.Span, fmt.Sprintf("nested deeper than %d levels", p.maxDepth))
						return stack
					}
				}
			}
			if len(stack) == mostStacked {
				p.fail(Depth, p.Span, "operators and clauses within each other without end")
				return stack
			}
			return append(stack, part{state: act, Span: p.Span})
		default:
			if byteAt(p.z, int(p.Start)) == 0 {
				p.fail(Syntax, p.Span, "incomplete input")
				p.fault.Incomplete = true
			} else {
				p.syntaxError(p.Span)
			}
			return stack
		}
	}
}

// shiftAction returns what the automaton does in a state with a token in hand: yy_find_shift_action of lempar.c.
func shiftAction(state uint16, token int) uint16 {
	if state > maxShift {
		return state // a reduction that waited for the next token
	}
	for {
		i := int(shiftOffset[state]) + token
		if int(lookaheadTable[i]) == token {
			return actionTable[i]
		}
		if other := int(fallback[token]); other != 0 {
			token = other
			continue
		}
		if i += wildcard - token; lookaheadTable[i] == wildcard && token > 0 {
			return actionTable[i]
		}
		return defaultAction[state]
	}
}

// reduce replaces the parts of a rule's right side by its left side: yy_reduce of lempar.c.
func (p *parser) reduce(stack []part, number int) []part {
	r := &rules[number]
	if p.reduced != nil {
		p.reduced[number] = true
	}
	base := len(stack) - int(r.size)
	next := actionTable[int(reduceOffset[stack[base-1].state])+int(r.left)]
	if r.action == doStructural && r.size <= 1 {
		if r.size == 0 {
			return append(stack, part{state: next})
		}
		only := &stack[base]
		only.state, only.marks, only.count = next, 0, 0
		return stack
	}
	parts := stack[base:]
	p.depth -= int(r.opens)
	result := part{state: next}
	for i := range parts {
		if !parts[i].empty() {
			if result.empty() {
				result.Start = parts[i].Start
			}
			result.End = parts[i].End
		}
		result.height = max(result.height, parts[i].height)
		p.attach(&result, &parts[i])
	}
	if r.left == expression && r.action != doParentheses {
		if result.height++; result.height > mostHeight {
			p.fail(Depth, result.Span, fmt.Sprintf("an expression of more than %d operators above each other", mostHeight))
		}
	}
	if r.action != doStructural {
		p.act(r.action, parts, &result)
	}
	return append(stack[:base], result)
}

// attach adds the nodes of one part behind those of another.
func (p *parser) attach(to, from *part) {
	switch {
	case from.first == 0:
		return
	case to.first == 0:
		to.first = from.first
	default:
		p.nodes[to.last].next = from.first
	}
	to.last = from.last
}

// add adds a node behind those that a part has.
func (p *parser) add(to *part, n int32) { p.attach(to, &part{first: n, last: n}) }

// collect attaches the nodes of parts anew, after some of them were changed.
func (p *parser) collect(to *part, parts []part) {
	to.first, to.last = 0, 0
	for i := range parts {
		p.attach(to, &parts[i])
	}
}

// node makes a node.
func (p *parser) node(kind NodeKind, s Span) (*Node, int32) {
	p.kinds[kind]++
	n := int32(len(p.nodes))
	p.nodes = append(p.nodes, Node{Kind: kind, Span: s})
	return &p.nodes[n], n
}

// leaf makes a node that is named as the span says, and adds it to a part.
func (p *parser) leaf(kind NodeKind, s Span, to *part) *Node {
	n, i := p.node(kind, s)
	n.Name = s
	p.add(to, i)
	return n
}

// wrap puts a node around all nodes of a part.
func (p *parser) wrap(kind NodeKind, around *part) *Node {
	n, i := p.node(kind, around.Span)
	n.first = around.first
	around.first, around.last = i, i
	return n
}

// fail notes an error. Of several at one token the last counts, as in SQLite.
func (p *parser) fail(kind ErrorKind, at Span, message string) {
	p.fault = &Error{Kind: kind, Offset: int(at.Start), Near: p.z[at.Start:at.End], Message: message}
}

func (p *parser) syntaxError(at Span) {
	p.fail(Syntax, at, fmt.Sprintf("near \"%s\": syntax error", p.z[at.Start:at.End]))
}
