package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"

	"vitrine/guard"
)

// policyFile is a policy as it stands in a YAML file: the fields of guard.Policy under the same names. docs/cli.md
// describes them.
type policyFile struct {
	Dialect        guard.Dialect `yaml:"dialect"`
	MaxBytes       int           `yaml:"max_bytes"`
	MaxDepth       int           `yaml:"max_depth"`
	RowCap         int           `yaml:"row_cap"`
	Stacked        guard.Stacked `yaml:"stacked"`
	Explain        bool          `yaml:"explain"`
	AllowFunctions []string      `yaml:"allow_functions"`
	DenyFunctions  []string      `yaml:"deny_functions"`
	AllowRelations []string      `yaml:"allow_relations"`
	DenyRelations  []string      `yaml:"deny_relations"`
	DenyColumns    []string      `yaml:"deny_columns"`
	MaskColumns    []string      `yaml:"mask_columns"`
	AllowPragmas   []string      `yaml:"allow_pragmas"`
}

// policy is the file as the guard takes it.
func (p policyFile) policy() guard.Policy { return guard.Policy(p) }

// loadPolicy reads a policy file, or returns the default policy where path is empty. A key that is not one of a policy,
// a key that stands twice and a value of the wrong kind are usage errors that name the line.
func loadPolicy(path string, dialect guard.Dialect) (guard.Policy, error) {
	if path == "" {
		return guard.Policy{Dialect: dialect}, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return guard.Policy{}, usagef("give the path of a YAML file; docs/cli.md shows one", "cannot read the policy: %v", err)
	}
	return parsePolicy(path, text, dialect)
}

// parsePolicy reads the text of the policy file called name.
func parsePolicy(name string, text []byte, dialect guard.Dialect) (guard.Policy, error) {
	var file policyFile
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.Strict()); err != nil {
		return guard.Policy{}, policyError(name, err)
	}
	if file.Dialect == "" {
		file.Dialect = dialect
	}
	if file.Dialect != dialect {
		return guard.Policy{}, usagef("use a policy of the same dialect, or leave dialect out of the file",
			"%s: the policy is for %s, the statement is read as %s", name, file.Dialect, dialect)
	}
	if file.MaxBytes < 0 || file.MaxDepth < 0 || file.RowCap < 0 {
		return guard.Policy{}, usagef("leave the key out for the default", "%s: max_bytes, max_depth and row_cap are whole numbers from 0", name)
	}
	if file.Stacked != "" && file.Stacked != guard.Strip && file.Stacked != guard.Refuse {
		return guard.Policy{}, usagef("stacked takes strip or refuse", "%s: unknown value %q for stacked", name, file.Stacked)
	}
	return file.policy(), nil
}

// policyError says where a policy file is wrong and what is accepted there.
func policyError(name string, err error) error {
	hint := "the keys of a policy are " + strings.Join(policyKeys(), ", ")
	where, line := name, 0
	message := err.Error()
	var (
		unknown   *yaml.UnknownFieldError
		duplicate *yaml.DuplicateKeyError
		kind      *yaml.TypeError
		syntax    *yaml.SyntaxError
	)
	switch {
	case errors.As(err, &unknown):
		line, message = unknown.Token.Position.Line, fmt.Sprintf("unknown key %q", unknown.Token.Value)
	case errors.As(err, &duplicate):
		line, message = duplicate.Token.Position.Line, fmt.Sprintf("the key %q stands twice", duplicate.Token.Value)
		hint = "keep one of them"
	case errors.As(err, &kind):
		line = kind.Token.Position.Line
		message = fmt.Sprintf("%q is not %s", kind.Token.Value, yamlKind(kind.DstType))
		hint = "lists are written [a, b], numbers and true or false without quotes"
	case errors.As(err, &syntax):
		line, message, hint = syntax.Token.Position.Line, syntax.Message, "the file is read as YAML 1.2"
	default:
		message, _, _ = strings.Cut(message, "\n")
	}
	if line > 0 {
		where = fmt.Sprintf("%s:%d", name, line)
	}
	return usagef(hint, "%s: %s", where, message)
}

// policyKeys lists the keys of a policy file in the order of the declaration.
func policyKeys() []string {
	var keys []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[policyFile]()) {
		keys = append(keys, field.Tag.Get("yaml"))
	}
	return keys
}

// yamlKind names a Go type as a person who writes YAML would.
func yamlKind(t reflect.Type) string {
	switch {
	case t == nil:
		return "of the kind that belongs here"
	case t.Kind() == reflect.Slice:
		return "a list"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int:
		return "a whole number"
	}
	return "a word"
}
