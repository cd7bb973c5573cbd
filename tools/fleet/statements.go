package fleet

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"vitrine/guard"
)

//go:embed sql
var files embed.FS

// fragment matches a use of a file in sql/parts: $name(column, column).
var fragment = regexp.MustCompile(`\$([a-z_]+)\(([^()]*)\)`)

// statementText returns the text of sql/NAME.sql with its fragments put in.
func statementText(name string) (string, error) {
	text, err := files.ReadFile("sql/" + name + ".sql")
	if err != nil {
		return "", err
	}
	return expand(string(text), 0)
}

// expand puts the fragments into a text. A fragment may use others.
func expand(text string, depth int) (string, error) {
	if depth > 4 {
		return "", fmt.Errorf("fragments use each other")
	}
	var failed error
	text = fragment.ReplaceAllStringFunc(text, func(use string) string {
		parts := fragment.FindStringSubmatch(use)
		body, err := files.ReadFile("sql/parts/" + parts[1] + ".sql")
		if err != nil {
			failed = err
			return use
		}
		filled := strings.TrimSpace(string(body))
		for i, argument := range strings.Split(parts[2], ",") {
			filled = strings.ReplaceAll(filled, fmt.Sprintf("$%d", i+1), strings.TrimSpace(argument))
		}
		filled, err = expand(filled, depth+1)
		if err != nil {
			failed = err
		}
		return filled
	})
	return text, failed
}

// admitted holds every statement of the package by the name of its file.
type admitted map[string]statement

// statement is one statement as the guard admitted it, or why the operator's policy refuses it.
type statement struct {
	guard.Statement
	refused error
}

// admit reads every file in sql and has the guard check it under the policy of its data, which it must pass: a statement
// that the guard would refuse cannot ship. The rules that an operator set for the record come on top; what they refuse
// is refused when it is asked for.
func admit(rules guard.Policy) (admitted, error) {
	names, err := fs.Glob(files, "sql/*.sql")
	if err != nil {
		return nil, err
	}
	all := make(admitted, len(names))
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".sql")
		policy, ok := policies[name]
		if !ok {
			return nil, fmt.Errorf("statement %s has no policy", name)
		}
		text, err := statementText(name)
		if err != nil {
			return nil, fmt.Errorf("statement %s: %w", name, err)
		}
		stmt, err := check(policy(), text)
		if err != nil {
			return nil, fmt.Errorf("statement %s: %w", name, err)
		}
		all[name] = statement{Statement: stmt}
		if narrowed, narrower := narrow(policy(), rules); narrower {
			stmt, err := check(narrowed, text)
			all[name] = statement{stmt, err}
		}
	}
	return all, nil
}

func check(p guard.Policy, text string) (guard.Statement, error) {
	g, err := guard.New(p)
	if err != nil {
		return guard.Statement{}, err
	}
	return g.Check(text)
}

// narrow adds what an operator's rules deny and mask, and reports whether they do.
func narrow(p, rules guard.Policy) (guard.Policy, bool) {
	p.DenyRelations = slices.Concat(p.DenyRelations, rules.DenyRelations)
	p.DenyColumns = slices.Concat(p.DenyColumns, rules.DenyColumns)
	p.MaskColumns = slices.Concat(p.MaskColumns, rules.MaskColumns)
	return p, len(rules.DenyRelations)+len(rules.DenyColumns)+len(rules.MaskColumns) > 0
}
