package config

import (
	"fmt"
	"strings"
)

// expand replaces ${NAME} and ${NAME:-default}; $$ is one $. As in a shell, :- also stands in for an empty variable. A
// variable that is not set and has no default is an error: an empty secret must not pass for one.
func expand(text string, lookup func(string) (string, bool)) (string, error) {
	if !strings.Contains(text, "$") {
		return text, nil
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], "$$"):
			b.WriteByte('$')
			i += 2
		case strings.HasPrefix(text[i:], "${"):
			end := strings.IndexByte(text[i:], '}')
			if end < 0 {
				return "", fmt.Errorf("${ without }; write $$ for a plain $")
			}
			value, err := variable(text[i+2:i+end], lookup)
			if err != nil {
				return "", err
			}
			b.WriteString(value)
			i += end + 1
		default:
			b.WriteByte(text[i])
			i++
		}
	}
	return b.String(), nil
}

func variable(reference string, lookup func(string) (string, bool)) (string, error) {
	name, standard, hasDefault := strings.Cut(reference, ":-")
	if !isVariableName(name) {
		return "", fmt.Errorf("${%s} is no variable; ${NAME} and ${NAME:-default} are accepted, and $$ for a plain $", reference)
	}
	value, set := lookup(name)
	switch {
	case hasDefault && value == "":
		return standard, nil
	case !set:
		return "", fmt.Errorf("the environment variable %s is not set; set it, or write ${%s:-default}", name, name)
	}
	return value, nil
}

func isVariableName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
