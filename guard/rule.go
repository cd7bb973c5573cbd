package guard

import (
	"fmt"
	"strings"

	"vitrine/guard/sqlite"
)

// glob is a pattern over one name: * stands for any characters, ? for one byte, all else for itself. A quoted pattern
// has neither.
type glob struct {
	text    string
	literal bool
}

func (g glob) wild() bool { return !g.literal && strings.ContainsAny(g.text, "*?") }

func (g glob) matches(name string) bool {
	if !g.wild() {
		return g.text == name
	}
	// The usual two-pointer match: linear in practice, and no recursion.
	pattern, p, n, star, mark := g.text, 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// relationRule is a compiled rule over relations. An empty schema pattern stands for every schema.
type relationRule struct {
	schema   glob
	relation glob
	anywhere bool
}

// matches compares folded names. A text without a schema could mean any, so it is held to the rules of all of them.
func (r relationRule) matches(schema, relation string) bool {
	return (r.anywhere || schema == "" || r.schema.matches(schema)) && r.relation.matches(relation)
}

type columnRule struct {
	relation relationRule
	column   glob
}

func (r columnRule) matches(schema, relation, column string) bool {
	return r.column.matches(column) && r.relation.matches(schema, relation)
}

func parseRelationRule(d Dialect, text string) (relationRule, error) {
	parts, err := splitRule(d, text)
	if err != nil {
		return relationRule{}, err
	}
	switch len(parts) {
	case 1:
		return relationRule{relation: parts[0], anywhere: true}, nil
	case 2:
		return relationRule{schema: parts[0], relation: parts[1]}, nil
	}
	return relationRule{}, fmt.Errorf("rule %q: relation or schema.relation is accepted", text)
}

func parseColumnRule(d Dialect, text string) (columnRule, error) {
	parts, err := splitRule(d, text)
	if err != nil {
		return columnRule{}, err
	}
	switch len(parts) {
	case 2:
		return columnRule{relationRule{relation: parts[0], anywhere: true}, parts[1]}, nil
	case 3:
		return columnRule{relationRule{schema: parts[0], relation: parts[1]}, parts[2]}, nil
	}
	return columnRule{}, fmt.Errorf("rule %q: relation.column or schema.relation.column is accepted", text)
}

// splitRule cuts a rule at its dots, those in double quotes left alone, and folds each part as the engine would fold it
// in a text.
func splitRule(d Dialect, text string) ([]glob, error) {
	var parts []glob
	rest := text
	for {
		var part glob
		if strings.HasPrefix(rest, `"`) {
			end := 1
			var name strings.Builder
			for {
				i := strings.IndexByte(rest[end:], '"')
				if i < 0 {
					return nil, fmt.Errorf("rule %q: a quoted name is not closed", text)
				}
				name.WriteString(rest[end : end+i])
				end += i + 1
				if !strings.HasPrefix(rest[end:], `"`) {
					break
				}
				name.WriteByte('"')
				end++
			}
			part = glob{text: name.String(), literal: true}
			if d == SQLite {
				part.text = sqlite.Fold(part.text)
			}
			rest = rest[end:]
		} else {
			end := strings.IndexByte(rest, '.')
			if end < 0 {
				end = len(rest)
			}
			part = glob{text: sqlite.Fold(rest[:end])} // both dialects fold ASCII letters only
			rest = rest[end:]
		}
		if part.text == "" {
			return nil, fmt.Errorf("rule %q: a name is empty", text)
		}
		parts = append(parts, part)
		if rest == "" {
			return parts, nil
		}
		if rest[0] != '.' {
			return nil, fmt.Errorf("rule %q: a dot is expected behind a quoted name", text)
		}
		rest = rest[1:]
	}
}
