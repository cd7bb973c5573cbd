package sqlite

// NodeKind says what a node of the tree is.
type NodeKind uint8

// The kinds of nodes. Operators and literals have none: the nodes below them stand in their place, in the order of the
// text, so that the tree is never deeper than the nesting of the text, and nothing that an expression contains can hide
// from a walk over the children.
const (
	SelectNode    NodeKind = iota + 1 // children: CTENode…, then CoreNode or ValuesNode for each arm of a compound
	CTENode                           // Name; children: CTEColumnNode…, one SelectNode
	CTEColumnNode                     // Name
	CoreNode                          // SELECT …; children: ResultNode, StarNode, FromNode, WhereNode … LimitNode
	ValuesNode                        // VALUES …
	ResultNode                        // one result column; Alias
	StarNode                          // *, or Name.*
	FromNode                          // children: TableNode, CallNode, SubqueryNode, GroupNode
	TableNode                         // Schema, Name, Alias; children: its ON or USING
	CallNode                          // a table function: Schema, Name, Alias; children: arguments, its ON or USING
	SubqueryNode                      // Alias; children: one SelectNode, its ON or USING
	GroupNode                         // tables in parentheses; Alias; children: tables, its ON or USING
	UsingNode                         // Name: a column of JOIN … USING
	WhereNode
	GroupByNode
	HavingNode
	WindowNode  // the WINDOW clause
	OrderByNode // children: TermNode…
	TermNode    // one term of ORDER BY
	LimitNode
	ColumnNode    // Schema, Table (in Alias), Name
	FunctionNode  // Name; children: arguments, ORDER BY, FILTER, OVER
	OperatorNode  // Name: LIKE, GLOB, REGEXP, MATCH, -> or ->>
	ParameterNode // Name; its index in Count
	CollationNode // Name
	kinds         // how many there are, and one
)

// Marks of a node.
const (
	markNatural  = 1 << iota // the table is joined NATURAL to what stands before it
	markIn                   // the table stands behind IN
	markStar                 // f(*)
	markDistinct             // f(DISTINCT x)
	markOver                 // f(x) OVER …
	markComma                // LIMIT a, b
	markSole                 // one column name, but for parentheses and COLLATE
	markNested               // tables in parentheses that SQLite reads as SELECT * FROM …
)

// Span is a part of the text: the bytes from Start to before End.
type Span struct{ Start, End int32 }

func (s Span) empty() bool { return s.End <= s.Start }

// Tree is a statement as a tree of nodes. It holds no copy of the text.
type Tree struct {
	nodes []Node // the first is no node, so that 0 can stand for none
	root  int32
}

// Root returns the statement: a SelectNode.
func (t *Tree) Root() *Node { return &t.nodes[t.root] }

// First returns the first child of a node, nil if it has none.
func (t *Tree) First(n *Node) *Node { return t.at(n.first) }

// Next returns the next sibling of a node, nil if it is the last.
func (t *Tree) Next(n *Node) *Node { return t.at(n.next) }

func (t *Tree) at(i int32) *Node {
	if i == 0 {
		return nil
	}
	return &t.nodes[i]
}

// Node is a node of the tree: an element of the statement that names something or that names stand in. The spans of
// names include their quotes; see [Name].
type Node struct {
	Kind  NodeKind
	marks uint8
	Count int32 // of a function its arguments, of a parameter its index
	Span
	Schema Span
	Name   Span
	Alias  Span
	first  int32
	next   int32
}

// Natural reports whether a table of FROM is joined NATURAL to what stands before it.
func (n *Node) Natural() bool { return n.marks&markNatural != 0 }

// Name returns the name at a span of the text: without its quotes, as sqlite3Dequote of SQLite's util.c takes them off.
func Name(text string, s Span) string {
	word := text[s.Start:s.End]
	if word == "" || charType[word[0]]&charQuote == 0 {
		return word
	}
	quote := word[0]
	if quote == '[' {
		return word[1 : len(word)-1]
	}
	word = word[1 : len(word)-1]
	for i := range len(word) {
		if word[i] == quote {
			return undouble(word, quote)
		}
	}
	return word
}

func undouble(word string, quote byte) string {
	b := make([]byte, 0, len(word))
	for i := 0; i < len(word); i++ {
		b = append(b, word[i])
		if word[i] == quote {
			i++
		}
	}
	return string(b)
}

// equal compares names as SQLite does.
func equal(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
