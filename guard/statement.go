package guard

// Dialect names the SQL that a guard reads.
type Dialect string

// The dialects.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// Kind says what an admitted statement does.
type Kind string

// The kinds of admitted statements.
const (
	Select           Kind = "select" // SELECT, WITH … SELECT, VALUES, TABLE
	Explain          Kind = "explain"
	ExplainQueryPlan Kind = "explain_query_plan"
)

// Access says what a policy lets a statement do with a column.
type Access int

// The accesses. The zero value denies.
const (
	Deny Access = iota
	Mask        // the column reads as NULL
	Allow
)

// Notice is something that the caller should know about an admitted statement or its result: a stable code and a
// sentence for people.
type Notice struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Relation is a table, view or table function that a statement names; names of CTEs are not relations. Schema is empty
// where the text gives none. Names are as written, without their quotes.
type Relation struct {
	Schema string
	Name   string
}

// String returns schema.name, or the name alone.
func (r Relation) String() string {
	if r.Schema == "" {
		return r.Name
	}
	return r.Schema + "." + r.Name
}

// Parameter is one parameter of a statement: its name as written with the sigil (":a", "@a", "$a", "?3", "$1") or "?",
// and its 1-based index.
type Parameter struct {
	Name  string
	Index int
}

// Statement is a statement that a guard has admitted, and the only thing that the query package runs. Only
// [Guard.Check] makes one; the zero value is refused there with [Unchecked]. It is immutable and safe for concurrent use.
type Statement struct {
	checked *checked
}

// checked is what Check learned of a statement.
type checked struct {
	text       string
	kind       Kind
	rowCap     int
	parameters []Parameter
	relations  []Relation
	functions  []string
	ctes       []string
	notices    []Notice
	policy     *policy

	line, column int // of the text's first byte in what was checked
	unqualified  *Unqualified

	given string   // the whole text that was checked
	read  *reading // of a PostgreSQL text, else nil
}

// Checked reports whether a guard made the statement.
func (s Statement) Checked() bool { return s.checked != nil }

// Dialect returns the dialect that the statement was read in, "" for the zero value.
func (s Statement) Dialect() Dialect {
	if s.checked == nil {
		return ""
	}
	return s.checked.policy.Dialect
}

// Text returns the exact text to run: the first statement of what was given, with the LIMIT that the guard put in.
func (s Statement) Text() string {
	if s.checked == nil {
		return ""
	}
	return s.checked.text
}

// Kind returns what the statement does, "" for the zero value.
func (s Statement) Kind() Kind {
	if s.checked == nil {
		return ""
	}
	return s.checked.kind
}

// RowCap returns how many rows a caller may get, 0 for no cap. The text may yield one row more, so that the runner can
// tell that it truncated; keeping the cap is the runner's task.
func (s Statement) RowCap() int {
	if s.checked == nil {
		return 0
	}
	return s.checked.rowCap
}

// Parameters returns the statement's parameters in the order of their index, each once.
func (s Statement) Parameters() []Parameter {
	if s.checked == nil {
		return nil
	}
	return s.checked.parameters
}

// Relations returns every relation that the text names, each once, in the order of first appearance.
func (s Statement) Relations() []Relation {
	if s.checked == nil {
		return nil
	}
	return s.checked.relations
}

// Functions returns every function that the text calls, by its canonical lower-case name, each once, in the order of
// first appearance. Operators that the engine runs as functions (LIKE, GLOB, ->) are not among them.
func (s Statement) Functions() []string {
	if s.checked == nil {
		return nil
	}
	return s.checked.functions
}

// Notices returns what the guard has to say of the statement.
func (s Statement) Notices() []Notice {
	if s.checked == nil {
		return nil
	}
	return s.checked.notices
}

// Names reports whether the text names the relation. An empty schema on either side stands for any.
func (s Statement) Names(schema, relation string) bool {
	if s.checked == nil {
		return false
	}
	d := s.checked.policy.Dialect
	schema, relation = fold(d, schema), fold(d, relation)
	for _, r := range s.checked.relations {
		if fold(d, r.Name) == relation && (r.Schema == "" || schema == "" || fold(d, r.Schema) == schema) {
			return true
		}
	}
	return false
}

// Defines reports whether a WITH clause of the text defines a common table of the name.
func (s Statement) Defines(name string) bool {
	if s.checked == nil {
		return false
	}
	d := s.checked.policy.Dialect
	name = fold(d, name)
	for _, cte := range s.checked.ctes {
		if fold(d, cte) == name {
			return true
		}
	}
	return false
}

// AllowsRelation reports whether the policy lets the statement read the relation, whether the text names it or a view
// leads to it. It is what the engine's authorizer asks.
func (s Statement) AllowsRelation(schema, relation string) bool {
	return s.checked != nil && s.checked.policy.allowsRelation(schema, relation)
}

// ColumnAccess returns what the policy lets the statement do with a column of a relation that it allows.
func (s Statement) ColumnAccess(schema, relation, column string) Access {
	if s.checked == nil {
		return Deny
	}
	return s.checked.policy.columnAccess(schema, relation, column)
}

// AllowsFunction reports whether the policy lets the statement, or a view that it reads, call the function. The
// engine's own names of operators (like, glob, ->) are among those that may be asked for.
func (s Statement) AllowsFunction(name string) bool {
	return s.checked != nil && s.checked.policy.allowsFunction(name)
}

// AllowsPragma reports whether the policy lets the statement read the pragma through its table function.
func (s Statement) AllowsPragma(name string) bool {
	return s.checked != nil && s.checked.policy.allowsPragma(name)
}
