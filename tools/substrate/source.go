package substrate

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// Source is one database that the tools serve.
type Source struct {
	Runner      *query.Runner
	Description string // for people and models; may be empty
	// Policy returns what a scope may read. It must depend on nothing else, since guards are kept per scope.
	Policy func(Scope) guard.Policy
	// Exact says that rows leave as they are, whatever paths they hold: the data is the user's own.
	Exact bool
}

// Scope is what a policy may depend on: the data classes that a caller holds, and whether paths are kept from it.
type Scope struct {
	classes uint8
	Redact  bool
}

// ScopeOf returns the scope of a caller.
func ScopeOf(c tools.Caller) Scope {
	s := Scope{Redact: c.Redact}
	for i, class := range classes {
		if c.Holds(class) {
			s.classes |= 1 << i
		}
	}
	return s
}

// Holds reports whether the scope holds the class.
func (s Scope) Holds(class tools.Class) bool {
	for i, c := range classes {
		if c == class {
			return s.classes&(1<<i) != 0
		}
	}
	return false
}

var classes = tools.Classes()

// guards are those of one scope on one source.
type guards struct {
	read    *guard.Guard
	known   known        // to read
	explain *guard.Guard // the same, and EXPLAIN: it only ever sees our own prefix before an admitted text
}

// source is a Source with its guards, made once for each scope that calls.
type source struct {
	Source
	name   string
	scopes sync.Map // Scope → *guards
}

func (s *source) guards(c tools.Caller) (*guards, error) {
	scope := ScopeOf(c)
	if made, ok := s.scopes.Load(scope); ok {
		return made.(*guards), nil
	}
	made, err := s.compile(scope)
	if err != nil {
		return nil, err
	}
	s.scopes.Store(scope, made)
	return made, nil
}

func (s *source) compile(scope Scope) (*guards, error) {
	p := s.Policy(scope)
	read, err := guard.New(p)
	if err != nil {
		return nil, err
	}
	p.Explain = true
	explain, err := guard.New(p)
	if err != nil {
		return nil, err
	}
	return &guards{read: read, explain: explain}, nil
}

// set is all sources, in the order of the configuration.
type set struct {
	sources []*source
	Options
}

func newSet(sources []Source, o Options) (*set, error) {
	if len(sources) == 0 {
		return nil, errors.New("no source")
	}
	s := &set{Options: o}
	for _, given := range sources {
		src := &source{Source: given, name: given.Runner.Source().Name()}
		for _, scope := range []Scope{ScopeOf(tools.LocalOperator()), {Redact: true}} {
			if _, err := src.compile(scope); err != nil {
				return nil, fmt.Errorf("source %s: %w", src.name, err)
			}
		}
		s.sources = append(s.sources, src)
	}
	return s, nil
}

// pick returns the source that a call names. Without a name it is the first that the caller may use. A source that the
// caller may not use and one that is not there are answered alike.
func (s *set) pick(c tools.Caller, name string) (*source, error) {
	var may []string
	for _, src := range s.sources {
		if !c.MayUse(src.name) {
			continue
		}
		if name == "" || name == src.name {
			return src, nil
		}
		may = append(may, src.name)
	}
	e := tools.BadArgument("source", name, "the name of a source", may)
	e.Code = tools.CodeUnknownSource
	switch {
	case name == "":
		e.Message, e.Given = "there is no source that this caller may use", ""
		e.Hint = "ask the operator for a token with a source"
	case len(may) > 0:
		e.Message = fmt.Sprintf("there is no source %q; there are %s", e.Given, strings.Join(may, ", "))
	}
	return nil, e
}
