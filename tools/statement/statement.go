package statement

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/guard"
	"vitrine/query"
)

// Statement is one fixed text as the guard admitted it. It is immutable.
type Statement struct {
	guard.Statement
	names []string // of the parameters that PostgreSQL knows by their numbers
}

// List is a list of names as a parameter, for the fragment listed.
type List []string

// Check has the guard of the policy admit a text, whose parameters are written :name for both engines. PostgreSQL gets
// them as $1, $2 and so on.
func Check(p guard.Policy, text string) (Statement, error) {
	g, err := guard.New(p)
	if err != nil {
		return Statement{}, err
	}
	var s Statement
	if p.Dialect == guard.Postgres {
		text, s.names = number(text)
	}
	s.Statement, err = g.Check(text)
	return s, err
}

// number writes $1 for the first :name of a text, $2 for the next, the same for the same name, and returns the names in
// that order. Strings, quoted names, comments and casts (::) are left alone.
func number(text string) (string, []string) {
	var b strings.Builder
	var names []string
	for i := 0; i < len(text); {
		start := i
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "--"):
			i += through(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			i += through(rest, "*/")
		case rest[0] == '\'' || rest[0] == '"':
			i += 1 + through(rest[1:], rest[:1])
		case strings.HasPrefix(rest, "::"):
			i += 2
		case rest[0] == ':' && len(wordAt(rest[1:])) > 0:
			name := wordAt(rest[1:])
			at := slices.Index(names, name)
			if at < 0 {
				at = len(names)
				names = append(names, name)
			}
			b.WriteString("$" + strconv.Itoa(at+1))
			i += 1 + len(name)
			continue
		default:
			i++
		}
		b.WriteString(text[start:i])
	}
	return b.String(), names
}

// through returns the length of text as far as end, that included.
func through(text, end string) int {
	if at := strings.Index(text, end); at >= 0 {
		return at + len(end)
	}
	return len(text)
}

func wordAt(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end < 0 {
		return text
	}
	return text[:end]
}

// Args makes the arguments of a query of those by name. A text that PostgreSQL cannot hold, with a NUL or invalid UTF-8,
// equals nothing there: it becomes NULL, and is left out of lists.
func (s Statement) Args(given query.Args) query.Args {
	out := make(query.Args, len(given))
	postgres := s.Dialect() == guard.Postgres
	for name, value := range given {
		switch v := value.(type) {
		case List:
			value = v.encode(postgres)
		case string:
			if postgres && !holdable(v) {
				value = nil
			}
		}
		if at := slices.Index(s.names, name); at >= 0 {
			name = strconv.Itoa(at + 1)
		}
		out[name] = value
	}
	return out
}

// encode writes the list as JSON.
func (l List) encode(postgres bool) string {
	if postgres {
		l = slices.DeleteFunc(slices.Clone(l), func(name string) bool { return !holdable(name) })
	}
	if l == nil {
		l = List{}
	}
	encoded, _ := json.Marshal([]string(l)) // strings always encode
	return string(encoded)
}

func holdable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }
