package guard

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/guard/sqlite"
)

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
// A relation rule is a name ("secrets"), a name with its schema ("main.secrets") or a glob with * and ? over either
// ("audit_*", "temp.*"); a column rule is relation, dot, column, with globs in each part ("users.token", "*.password",
// "main.users.token"). A part that holds a dot or a star of its own stands in double quotes. Names compare as the
// dialect's engine compares them. A rule without a schema holds in every schema, and a text that gives no schema is
// held to the rules of every schema that could be meant.
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

// policy is a Policy made ready: checked, folded and compiled. It never changes once made.
type policy struct {
	Policy
	allowFunctions, denyFunctions map[string]bool
	allowPragmas                  map[string]bool
	allowRelations, denyRelations []relationRule
	denyColumns, maskColumns      []columnRule
}

func (p Policy) compile() (*policy, error) {
	if p.Dialect != SQLite && p.Dialect != Postgres {
		return nil, fmt.Errorf("policy: dialect %q: sqlite and postgres are accepted", p.Dialect)
	}
	if p.Stacked != "" && p.Stacked != Strip && p.Stacked != Refuse {
		return nil, fmt.Errorf("policy: stacked %q: strip and refuse are accepted", p.Stacked)
	}
	if p.MaxBytes < 0 || p.MaxDepth < 0 || p.RowCap < 0 {
		return nil, fmt.Errorf("policy: max_bytes, max_depth and row_cap count from 0")
	}
	if p.Dialect == Postgres && len(p.MaskColumns) > 0 {
		return nil, fmt.Errorf("policy: mask_columns: PostgreSQL cannot mask columns for one reader; deny them with deny_columns, or make a view and allow that")
	}
	if p.MaxBytes == 0 {
		p.MaxBytes = DefaultMaxBytes
	}
	if p.MaxDepth == 0 {
		p.MaxDepth = DefaultMaxDepth
	}
	c := &policy{Policy: p}
	c.allowFunctions = foldedSet(p.Dialect, p.AllowFunctions)
	c.denyFunctions = foldedSet(p.Dialect, p.DenyFunctions)
	c.allowPragmas = foldedSet(p.Dialect, p.AllowPragmas)
	for _, list := range []struct {
		key   string
		rules []string
		into  *[]relationRule
	}{
		{"allow_relations", p.AllowRelations, &c.allowRelations},
		{"deny_relations", p.DenyRelations, &c.denyRelations},
	} {
		for _, text := range list.rules {
			rule, err := parseRelationRule(p.Dialect, text)
			if err != nil {
				return nil, fmt.Errorf("policy: %s: %w", list.key, err)
			}
			*list.into = append(*list.into, rule)
		}
	}
	for _, list := range []struct {
		key   string
		rules []string
		into  *[]columnRule
	}{
		{"deny_columns", p.DenyColumns, &c.denyColumns},
		{"mask_columns", p.MaskColumns, &c.maskColumns},
	} {
		for _, text := range list.rules {
			rule, err := parseColumnRule(p.Dialect, text)
			if err != nil {
				return nil, fmt.Errorf("policy: %s: %w", list.key, err)
			}
			*list.into = append(*list.into, rule)
		}
	}
	return c, nil
}

func foldedSet(d Dialect, names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[fold(d, name)] = true
	}
	return set
}

// fold brings a name to the form in which the engine compares it. SQLite folds ASCII letters only; PostgreSQL's reader
// has folded already, so that names are compared as they are.
func fold(d Dialect, name string) string {
	if d == Postgres {
		return name
	}
	return sqlite.Fold(name)
}

// hidesNames reports whether some rule makes the existence of a relation or column a secret, so that the engine's own
// lists of names must not be read either.
func (p *policy) hidesNames() bool {
	return len(p.allowRelations) > 0 || len(p.denyRelations) > 0 || len(p.denyColumns) > 0
}

// allowsRelation reports whether the relation may be read. Schema is "" where the text gives none.
func (p *policy) allowsRelation(schema, relation string) bool {
	return p.relationRefusal(schema, relation) == ""
}

// relationRefusal says why a relation may not be read, "" where it may.
func (p *policy) relationRefusal(schema, relation string) string {
	schema, relation = fold(p.Dialect, schema), fold(p.Dialect, relation)
	named := matchesExactly(p.allowRelations, schema, relation)
	if p.Dialect == SQLite {
		switch sqlite.ClassOf(schema, relation) {
		case sqlite.Internal:
			return "is internal to the engine"
		case sqlite.Module:
			if !named {
				return "is the name of an extension module"
			}
		case sqlite.Statistics:
			if !named && (p.hidesNames() || len(p.maskColumns) > 0) {
				return "holds samples of columns that the policy hides"
			}
		case sqlite.SchemaTable:
			if !named && p.hidesNames() {
				return "tells names that the policy hides"
			}
		}
	} else if reason := postgresRelationReason(schema, relation); reason != "" && !named {
		return reason
	}
	if p.deniesRelation(schema, relation) {
		return "is denied by the policy"
	}
	if len(p.allowRelations) == 0 {
		return ""
	}
	if slices.ContainsFunc(p.allowRelations, func(r relationRule) bool { return r.matches(schema, relation) }) {
		return ""
	}
	return "is not among the relations that the policy allows"
}

// deniesRelation reports whether a rule denies the relation by name.
func (p *policy) deniesRelation(schema, relation string) bool {
	schema, relation = fold(p.Dialect, schema), fold(p.Dialect, relation)
	return slices.ContainsFunc(p.denyRelations, func(r relationRule) bool { return r.matches(schema, relation) })
}

func matchesExactly(rules []relationRule, schema, relation string) bool {
	return slices.ContainsFunc(rules, func(r relationRule) bool {
		return !r.relation.wild() && r.matches(schema, relation)
	})
}

func (p *policy) columnAccess(schema, relation, column string) Access {
	if len(p.denyColumns) == 0 && len(p.maskColumns) == 0 {
		return Allow
	}
	schema, relation, column = fold(p.Dialect, schema), fold(p.Dialect, relation), fold(p.Dialect, column)
	for _, rule := range p.denyColumns {
		if rule.matches(schema, relation, column) {
			return Deny
		}
	}
	for _, rule := range p.maskColumns {
		if rule.matches(schema, relation, column) {
			return Mask
		}
	}
	return Allow
}

// deniesSome reports whether a rule that names the relation without a glob denies a column of it, so that `*` over the
// relation would read it. Whether a rule with a glob hits a column only the engine can tell.
func (p *policy) deniesSome(schema, relation string) bool {
	schema, relation = fold(p.Dialect, schema), fold(p.Dialect, relation)
	return slices.ContainsFunc(p.denyColumns, func(r columnRule) bool {
		return !r.relation.relation.wild() && !r.column.wild() && r.relation.matches(schema, relation)
	})
}

func (p *policy) allowsFunction(name string) bool {
	name = fold(p.Dialect, name)
	if p.Dialect == Postgres {
		name = strings.TrimPrefix(name, "pg_catalog.")
	}
	if p.denyFunctions[name] {
		return false
	}
	if p.allowFunctions[name] {
		return true
	}
	if p.Dialect == Postgres {
		return postgresAllows(name)
	}
	return sqlite.Allowed(name)
}

func (p *policy) allowsPragma(name string) bool {
	name = sqlite.Fold(name)
	if !p.allowPragmas[name] && !sqlite.AllowedPragma(name) {
		return false
	}
	// The introspection pragmas take any table's name as an argument and would tell what the policy hides.
	return p.allowPragmas[name] || !p.hidesNames()
}
