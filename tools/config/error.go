package config

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a file. Line and Column count from 1; both are 0 for a contradiction that has
// no single place. Message never repeats the value of an environment variable.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Key     string `json:"key"` // the whole path: sources[0].policy.stacked
	Message string `json:"message"`
}

func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", p.Line)
	}
	if p.Key != "" {
		fmt.Fprintf(&b, "%s: ", p.Key)
	}
	return b.String() + p.Message
}

// Error is every error of a configuration that was read: all its problems, in the order of the file.
type Error struct {
	File     string
	Problems []Problem
}

func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
		if e.File != "" {
			lines[i] = e.File + ": " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}
