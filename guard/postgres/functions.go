package postgres

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed functions.tsv
var functionTable string

// Class says what a function of pg_catalog does, as far as the guard cares.
type Class string

// The classes of functions.tsv. Calls of Pure, Catalog and Costly functions are admitted without a word of the operator.
const (
	Pure        Class = "pure"
	Catalog     Class = "catalog"
	Costly      Class = "costly" // bounded by the budget of the query package
	Information Class = "information"
	Writes      Class = "writes"
	Files       Class = "files"
	Locks       Class = "locks"
	Session     Class = "session"
	RunsSQL     Class = "runs_sql"
	Leaks       Class = "leaks"
	Blocks      Class = "blocks"
	Internal    Class = "internal"
)

// Judgement is one line of functions.tsv. Field says that (x).name calls the function where x has no such column.
type Judgement struct {
	Name   string
	Class  Class
	Reason string
	Field  bool
}

// Admitted reports whether a call needs no word of the operator.
func (j Judgement) Admitted() bool {
	return j.Class == Pure || j.Class == Catalog || j.Class == Costly
}

// judgements is read when it is first asked for, so that a process that asks no PostgreSQL starts without it.
var judgements = sync.OnceValue(func() map[string]Judgement {
	table := make(map[string]Judgement)
	for line := range strings.Lines(functionTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cell := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		table[cell[0]] = Judgement{cell[0], Class(cell[1]), cell[2], len(cell) > 3}
	}
	return table
})

// JudgementOf returns what the table says of a function of pg_catalog, or of a common extension.
func JudgementOf(name string) (Judgement, bool) {
	j, ok := judgements()[name]
	return j, ok
}

// Judgements returns the whole table by name. It must not be changed.
func Judgements() map[string]Judgement { return judgements() }

// AdmittedFunctions returns the names of the functions that are admitted without a word of the operator, in the order of
// the alphabet.
func AdmittedFunctions() []string {
	names := slices.Sorted(maps.Keys(judgements()))
	return slices.DeleteFunc(names, func(name string) bool { return !judgements()[name].Admitted() })
}
