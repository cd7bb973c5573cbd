package fleet

import (
	"embed"
	"fmt"
	"slices"

	"vitrine/guard"
	"vitrine/tools/statement"
)

//go:embed sql
var files embed.FS

// admitted holds every statement of the package by the name of its file.
type admitted map[string]fixed

// fixed is one statement as the guard admitted it, or why the operator's policy refuses it.
type fixed struct {
	statement.Statement
	refused error
}

// admit reads every file in sql and has the guard check it under the policy of its data, which it must pass: a statement
// that the guard would refuse cannot ship. The rules that an operator set for the record come on top; what they refuse
// is refused when it is asked for.
func admit(d guard.Dialect, rules guard.Policy) (admitted, error) {
	texts, err := statement.Texts(files, d)
	if err != nil {
		return nil, err
	}
	all := make(admitted, len(texts))
	for name, text := range texts {
		policy, ok := policies[name]
		if !ok {
			return nil, fmt.Errorf("statement %s has no policy", name)
		}
		checked, err := statement.Check(policy(d), text)
		if err != nil {
			return nil, fmt.Errorf("statement %s: %w", name, err)
		}
		all[name] = fixed{Statement: checked}
		if narrowed, narrower := narrow(policy(d), rules); narrower {
			checked, err := statement.Check(narrowed, text)
			all[name] = fixed{checked, err}
		}
	}
	return all, nil
}

// narrow adds what an operator's rules deny and mask, and reports whether they do.
func narrow(p, rules guard.Policy) (guard.Policy, bool) {
	p.DenyRelations = slices.Concat(p.DenyRelations, rules.DenyRelations)
	p.DenyColumns = slices.Concat(p.DenyColumns, rules.DenyColumns)
	p.MaskColumns = slices.Concat(p.MaskColumns, rules.MaskColumns)
	return p, len(rules.DenyRelations)+len(rules.DenyColumns)+len(rules.MaskColumns) > 0
}
