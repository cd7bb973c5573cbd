package postgres

// Kind says what a statement is.
type Kind string

// The kinds of statements that Read tells apart.
const (
	KindSelect  Kind = "select" // SELECT, WITH … SELECT, VALUES, TABLE
	KindExplain Kind = "explain"
	KindOther   Kind = "other"
)

// Reading is what one statement holds. Offsets count bytes of the text that was read. Names are folded as PostgreSQL
// folds them: lower case unless quoted, at most 63 bytes.
type Reading struct {
	Kind       Kind
	Verb       string // the first keyword, in capitals
	VerbOffset int
	Start, End int // the first byte; just behind the last token
	Next       int // where a further statement may begin, the length of the text where none does
	Relations  []Relation
	Functions  []Function
	Columns    []Column
	Stars      []Star
	Types      []TypeName
	Operators  []Operator
	Parameters []Parameter
	Refusals   []Refusal
	Limit      Limit
	Outputs    map[string]bool // the names that SELECT lists and aliases give to columns
}

// Relation is a table or view that is named; names of CTEs are not among them. Alias is "" where there is none. Renamed
// says that an alias gives the columns other names, on the relation itself or on a join that holds it.
type Relation struct {
	Schema, Name string
	Alias        string
	Renamed      bool
	Offset       int
}

// Function is a call. Attribute says that it is a field's name which calls a function where no such column exists:
// (x).f, t.f.
type Function struct {
	Schema, Name string
	Attribute    bool
	Qualifier    string // of an attribute t.f: t, else ""
	Relations    []int  // of an attribute t.f: the relations that t names, where it names relations only
	Arguments    int    // how many are written down; -1 for VARIADIC, * and attributes
	Offset       int
}

// Column is a reference to a column. Table is its qualifier, "" where there is none. Candidates are the indexes of the
// relations that it may belong to, as far as the text tells; the name alone may also be an alias and then stands for
// the whole row of a relation. Whole says that it does.
type Column struct {
	Schema, Table, Name string
	Whole               bool
	Candidates          []int
	Offset              int
}

// Star is * or t.*, or a NATURAL JOIN, which reads every column that both sides have.
type Star struct {
	Table      string
	Natural    bool
	Candidates []int
	Offset     int
}

// TypeName is a type that a cast or a column definition list names.
type TypeName struct {
	Schema, Name string
	Offset       int
}

// Operator is an operator by its name; Schema is that of OPERATOR(schema.+).
type Operator struct {
	Schema, Name string
	Offset       int
}

// Parameter is $1, $2, …
type Parameter struct {
	Name  string
	Index int
}

// Refusal is what the walk over the tree refuses whatever the policy says.
type Refusal struct {
	Node    string // the type of the node
	Message string
	Hint    string
	Offset  int
}

// Limit is the LIMIT or FETCH FIRST of the outermost SELECT.
type Limit struct {
	Present     bool
	Literal     bool // the count is a plain integer literal
	Value       int64
	Offset, End int  // the span of the literal
	Insertable  bool // there is none, and one may stand behind the last token
}

// ErrorKind says why a text could not be read.
type ErrorKind string

// The kinds of errors.
const (
	Empty       ErrorKind = "empty"
	Syntax      ErrorKind = "syntax"
	Depth       ErrorKind = "depth"
	Unavailable ErrorKind = "unavailable" // the binary was built without cgo
)

// Error is every error of Read.
type Error struct {
	Kind    ErrorKind
	Message string // lower case, one line
	Hint    string
	Offset  int
}

func (e *Error) Error() string { return e.Message }
