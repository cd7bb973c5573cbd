package guard

import "strings"

// Unqualified is what a PostgreSQL text names without a schema, so that the search path of the session decides what is
// meant. The source, which knows the database, holds it to what is there.
type Unqualified struct {
	Functions []string
	Operators []string
	Types     []string
	Fields    []Field
}

// Field is a name behind a dot: a column, or where there is none of that name, a call of the function f as (x).f or t.f.
// Relations are those that the qualifier names, none where it is something else. Given says that some SELECT list or
// alias of the statement makes a column of the name.
type Field struct {
	Name      string
	Relations []Relation
	Given     bool
}

// Unqualified returns what a PostgreSQL text names without a schema; nothing for another dialect.
func (s Statement) Unqualified() Unqualified {
	if s.checked == nil || s.checked.unqualified == nil {
		return Unqualified{}
	}
	return *s.checked.unqualified
}

// AllowsByName reports whether the policy itself names the function, rather than the built-in table.
func (s Statement) AllowsByName(function string) bool {
	return s.checked != nil && s.checked.policy.allowFunctions[fold(s.checked.policy.Dialect, function)] &&
		!s.checked.policy.denyFunctions[fold(s.checked.policy.Dialect, function)]
}

// Place returns the line and the column, both from 1, that an offset in Text has in the text that was checked; the column
// counts bytes. Engines give their errors' positions in Text.
func (s Statement) Place(offset int) (line, column int) {
	if s.checked == nil {
		return 0, 0
	}
	before := s.checked.text[:min(max(offset, 0), len(s.checked.text))]
	newline := strings.LastIndexByte(before, '\n')
	line = s.checked.line + strings.Count(before, "\n")
	if newline < 0 {
		return line, s.checked.column + len(before)
	}
	return line, len(before) - newline
}
