package sqlite

// Kind says what a statement is.
type Kind int

// The kinds of statements.
const (
	KindSelect           Kind = iota + 1 // SELECT, WITH … SELECT or VALUES
	KindExplain                          // EXPLAIN of one
	KindExplainQueryPlan                 // EXPLAIN QUERY PLAN of one
	KindOther                            // any other statement
)

// Reading is what a text was read to. All offsets count bytes of the text; all names are without their quotes. The
// lists are in the order of the text, and the nesting of the statement has no bearing on them: they hold what stands in
// CTEs, subqueries, window definitions, ON, LIMIT and everywhere else.
type Reading struct {
	Kind       Kind
	Verb       string // of KindOther: "DELETE", "CREATE TABLE", "PRAGMA", …; of "EXPLAIN INSERT" and "WITH … INSERT" it is "INSERT"
	VerbOffset int
	Start, End int // of the statement, from its first token to behind its last; without ";"
	Next       int // behind the ";" that ends the statement, or the length of the text

	Tree       *Tree // the statement; nil for KindOther, like all that follows
	Relations  []Relation
	CTEs       []string // the names of all CTEs, at any depth
	Functions  []Function
	Operators  []Operator
	Columns    []Column
	Stars      []Star
	Using      []Column // the columns of JOIN … USING
	Parameters []Parameter
	Collations []Collation
	Limit      Limit // of the outermost SELECT
	Depth      int   // the deepest nesting of parentheses and CASE
}

// Relation is a table, a view or a table function that the statement reads, in FROM or behind IN. The name of a CTE is
// none where the CTE is in scope.
type Relation struct {
	Schema, Name, Alias string
	Offset, End         int
	Call                bool // a table function with its parentheses
}

// Function is a call of a function: f(…), also with OVER and FILTER, and CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP.
type Function struct {
	Name        string
	Offset, End int // of the name
	Args        int
	Star        bool // f(*)
	Distinct    bool
	Window      bool // with OVER
}

// Operator is one of the operators that SQLite runs as functions: LIKE, GLOB, REGEXP, MATCH, -> and ->>, in upper case.
type Operator struct {
	Name   string
	Offset int
}

// Column is a reference to a column. Without the schema of the database it is not decided where it leads:
//
//   - Candidates are the relations of the innermost FROM around it that it may belong to: those that its table or alias
//     names, or, without one, all of them.
//   - Outer are the relations further out, which SQLite turns to when none of the innermost has such a column. The body
//     of a CTE is read anew wherever the CTE is used, and sees the tables around that place.
//
// Both index Relations. Subqueries and CTEs are no relations: what they read has its own references.
type Column struct {
	Schema, Table, Name string
	Offset              int
	Quoted              byte // the quote that its name stands in, 0 for none; SQLite may read "x" as a string
	Alias               bool // in ORDER BY: it names a result column, so that it has no candidates
	Candidates, Outer   []int
}

// Star is "*" or "t.*" in a result list, with the relations that it may stand for; or, Implied, something else that
// reads columns without naming them: the table behind IN, a NATURAL join, and tables in parentheses where SQLite reads
// "(a JOIN b) AS c" as a subquery with a star. SQLite's authorizer is not asked about the columns that NATURAL and USING
// compare.
type Star struct {
	Table      string
	Offset     int
	Implied    bool
	Natural    bool // the NATURAL of a join, Implied too
	Others     bool // of NATURAL: beside the candidates stand subqueries or CTEs
	Candidates []int
}

// Parameter is a parameter as written, with the index that SQLite gives it.
type Parameter struct {
	Name   string
	Index  int // from 1
	Offset int
}

// Collation is the name behind COLLATE in an expression.
type Collation struct {
	Name   string
	Offset int
}

// Limit is the LIMIT of the outermost SELECT.
type Limit struct {
	Present     bool
	Comma       bool // LIMIT offset, count
	Offset, End int  // of the count
	Literal     bool // the count is a plain decimal integer that fits into 64 bits: no sign, no hex, no "_"
	Value       int64
	Insertable  bool // there is none, and one may be put at Reading.End
}

// deepest bounds maxDepth, so that walks of the tree stay small.
const deepest = 1000

// longest is SQLITE_MAX_SQL_LENGTH; offsets up to it fit a Span.
const longest = 1_000_000_000

// Read reads the first statement of a text, as SQLite would, and nothing behind its ";". The error is an *[Error].
//
// Of a statement of another kind than SELECT only the beginning is looked at, so that a DELETE with a mistake in it is
// still a DELETE. Nesting deeper than maxDepth is an error; a maxDepth of 1000 is the most. Time and memory grow
// linearly with the text; the stack does not, but for maxDepth.
func Read(text string, maxDepth int) (*Reading, error) {
	p := parser{z: text, maxDepth: min(maxDepth, deepest)}
	r := &Reading{}
	var verb string
	if len(text) > longest {
		return nil, &Error{Kind: Syntax, Message: "statement too long"}
	}
	r.Start, verb, r.VerbOffset = opening(p.z)
	if byteAt(p.z, r.Start) == 0 {
		return nil, &Error{Kind: Empty, Message: "no statement", Offset: r.Start}
	}
	if verb == "" {
		p.nodes = make([]Node, 1, min(len(text)/8+8, 64))
		r.Next = p.run(r.Start)
		if p.fault != nil {
			return nil, p.fault
		}
		if p.other {
			w := words{z: p.z, end: int(p.Start)}
			w.next()
			verb, r.VerbOffset = w.text(), int(p.Start)
		}
	}
	if verb != "" {
		r.Kind, r.Verb = KindOther, verb
		r.End, r.Next = skip(p.z, r.Start, verb == "CREATE TRIGGER")
		return r, nil
	}
	r.Kind = KindSelect
	if p.explain != 0 {
		r.Kind = p.explain
	}
	r.End = int(p.end)
	r.Tree = &Tree{p.nodes, p.tree}
	r.Parameters = p.parameters
	r.Depth = p.deep
	if fault := resolve(r, text, &p.kinds); fault != nil {
		return nil, fault
	}
	return r, nil
}
