package guard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/guard/sqlite"
)

// judge holds one statement to the policy: its kind, then relations, functions and columns, each in the order of the
// text.
func (c *check) judge(r *reading) *Refusal {
	if r.kind != Select && !c.policy.Explain {
		return &Refusal{
			Code: StatementNotAllowed, Offset: r.start, Message: "EXPLAIN is not allowed by the policy; SELECT, WITH … SELECT and VALUES are accepted",
			Hint: "ask for the plan with the explain tool, or run the SELECT itself",
		}
	}
	for _, rel := range r.relations {
		if refusal := c.judgeRelation(rel); refusal != nil {
			return refusal
		}
	}
	for _, f := range r.functions {
		if !c.policy.allowsFunction(f.name) {
			return c.refuseFunction(f)
		}
	}
	if len(c.policy.denyColumns) == 0 {
		return nil
	}
	return judgeColumns(r, c.policy.columns())
}

func (c *check) judgeRelation(rel namedRelation) *Refusal {
	if c.policy.Dialect == SQLite {
		name := sqlite.Fold(rel.Name)
		if sqlite.ClassOf(sqlite.Fold(rel.Schema), name) == sqlite.Pragma {
			pragma := strings.TrimPrefix(name, "pragma_")
			if c.policy.allowsPragma(pragma) {
				return nil
			}
			accepted := slices.Sorted(maps.Keys(sqlite.AllowedPragmas()))
			refusal := &Refusal{
				Code: PragmaNotAllowed, Offset: rel.offset,
				Message: fmt.Sprintf("the pragma function %s is not allowed", name),
				Hint:    "accepted are pragma_" + strings.Join(accepted, ", pragma_"),
			}
			if sqlite.AllowedPragma(pragma) {
				refusal.Message += " under a policy that hides names"
				refusal.Hint = "ask the schema tool, which lists what may be read"
			}
			return refusal
		}
	}
	reason := c.policy.relationRefusal(rel.Schema, rel.Name)
	if reason == "" {
		return nil
	}
	return &Refusal{
		Code: RelationNotAllowed, Offset: rel.offset,
		Message: fmt.Sprintf("the relation %s may not be read: it %s", rel, reason),
		Hint:    "ask the schema tool which relations may be read, and use one of those",
	}
}

func (c *check) refuseFunction(f namedFunction) *Refusal {
	refusal := &Refusal{
		Code: FunctionNotAllowed, Offset: f.offset,
		Message: fmt.Sprintf("the function %s is not among those that are allowed", f.name),
	}
	var near []string
	if c.policy.Dialect == SQLite {
		if instead := sqlite.Instead(f.name); instead != "" {
			refusal.Hint = "SQLite has " + instead + " for it"
			return refusal
		}
		near = Near(f.name, slices.Collect(maps.Keys(sqlite.AllowedFunctions())))
	} else {
		near = postgresNear(f.name)
	}
	near = slices.DeleteFunc(near, func(name string) bool { return !c.policy.allowsFunction(name) })
	if len(near) > 0 {
		refusal.Hint = "did you mean " + strings.Join(near, ", ") + "?"
	} else {
		refusal.Hint = "use a built-in function; the operator can admit others by name in allow_functions"
	}
	return refusal
}
