package guard

import "fmt"

// Stacked says what becomes of a request that holds more than one statement.
type Stacked string

// The ways to treat further statements. Both refuse a request in which a further statement would itself be refused.
const (
	// Strip runs the first statement and drops the others, with a notice. It is the default.
	Strip Stacked = "strip"
	// Refuse refuses every further statement.
	Refuse Stacked = "refuse"
)

// The bounds of a policy that gives none.
const (
	DefaultMaxBytes = 100 << 10
	DefaultMaxDepth = 250
)

// Policy is what a guard holds statements to. It is plain data, so that it can be read from a file and reviewed. The
// zero value with a dialect is the default: the pure built-in functions, every relation but engine internals, no column
// rules, no EXPLAIN, no row cap.
//
// A relation rule is a name ("secrets"), a name with its schema ("main.secrets") or a glob over either ("audit_*",
// "temp.*"); a column rule is relation, dot, column, with globs in each part ("users.token", "*.password",
// "main.users.token"). Names compare as the dialect's engine compares them.
type Policy struct {
	Dialect  Dialect `json:"dialect"`
	MaxBytes int     `json:"max_bytes,omitempty"` // longest text in bytes; 0 means DefaultMaxBytes
	MaxDepth int     `json:"max_depth,omitempty"` // deepest nesting; 0 means DefaultMaxDepth
	RowCap   int     `json:"row_cap,omitempty"`   // most rows that a caller may get; 0 means no cap
	Stacked  Stacked `json:"stacked,omitempty"`   // "" means Strip
	Explain  bool    `json:"explain,omitempty"`   // admit EXPLAIN and EXPLAIN QUERY PLAN

	AllowFunctions []string `json:"allow_functions,omitempty"` // admitted beside the built-in table
	DenyFunctions  []string `json:"deny_functions,omitempty"`  // taken from it; wins over allow
	AllowRelations []string `json:"allow_relations,omitempty"` // where given, nothing else may be read
	DenyRelations  []string `json:"deny_relations,omitempty"`  // wins over allow
	DenyColumns    []string `json:"deny_columns,omitempty"`
	MaskColumns    []string `json:"mask_columns,omitempty"`
	AllowPragmas   []string `json:"allow_pragmas,omitempty"` // admitted beside the built-in table of pragma functions
}

// policy is a Policy made ready: checked, folded and compiled.
type policy struct {
	dialect Dialect
	Policy
}

func (p Policy) compile() (*policy, error) {
	if p.Dialect != SQLite && p.Dialect != Postgres {
		return nil, fmt.Errorf("policy: unknown dialect %q: sqlite and postgres are accepted", p.Dialect)
	}
	return &policy{dialect: p.Dialect, Policy: p}, nil
}

func (p *policy) fold(name string) string                             { return name }
func (p *policy) allowsRelation(schema, relation string) bool         { return false }
func (p *policy) columnAccess(schema, relation, column string) Access { return Deny }
func (p *policy) allowsFunction(name string) bool                     { return false }
func (p *policy) allowsPragma(name string) bool                       { return false }
