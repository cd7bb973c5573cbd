package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"vitrine/tools/strictjson"

	"github.com/google/jsonschema-go/jsonschema"
)

// decoder reads the arguments of one tool.
type decoder struct {
	schema    *jsonschema.Schema
	arguments []*argument
	names     []string
}

type argument struct {
	name     string
	index    []int
	required bool
	rules    *jsonschema.Resolved   // nil where the Go type alone decides
	valid    atomic.Pointer[string] // what was found to keep the rules last, as it was written
}

// longestValid is how many bytes of a value that keeps the rules are remembered: numbers and names, not documents.
const longestValid = 32

// validate holds a value to the argument's rules, unless it is the one that was held to them last.
func (a *argument) validate(raw json.RawMessage) (readable bool, err error) {
	if last := a.valid.Load(); last != nil && *last == string(raw) {
		return true, nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return false, err
	}
	if err := a.rules.Validate(value); err != nil {
		return true, err
	}
	if len(raw) <= longestValid {
		text := string(raw)
		a.valid.Store(&text)
	}
	return true, nil
}

func newDecoder[In any](schema *jsonschema.Schema) (*decoder, error) {
	d := &decoder{schema: schema, names: schema.PropertyOrder}
	fields := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[In]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		if !field.Anonymous && field.IsExported() {
			fields[name] = field
		}
	}
	for _, name := range d.names {
		field, ok := fields[name]
		if !ok {
			return nil, fmt.Errorf("no field for argument %s", name)
		}
		d.arguments = append(d.arguments, &argument{name: name, index: field.Index, required: slices.Contains(schema.Required, name)})
	}
	return d, nil
}

// prepare resolves the schemas of the arguments that have rules beyond their type. It runs once, when a registry takes
// the tool.
func (d *decoder) prepare() error {
	for i := range d.arguments {
		property := d.schema.Properties[d.arguments[i].name]
		bare := *property
		bare.Title, bare.Description, bare.Default, bare.Examples = "", "", nil, nil
		if reflect.DeepEqual(bare, jsonschema.Schema{Type: bare.Type}) && bare.Type != "object" && bare.Type != "array" {
			continue
		}
		resolved, err := property.CloneSchemas().Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
		if err != nil {
			return fmt.Errorf("argument %s: %w", d.arguments[i].name, err)
		}
		d.arguments[i].rules = resolved
	}
	return nil
}

// decode reads the arguments into the struct that in points to.
func (d *decoder) decode(raw json.RawMessage, in any) error {
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	members, err := strictjson.Object(raw)
	if err != nil {
		return d.unreadable(err)
	}
	into := reflect.ValueOf(in).Elem()
	given := make([]json.RawMessage, len(d.arguments))
	for _, m := range members {
		i := slices.IndexFunc(d.arguments, func(a *argument) bool { return a.name == m.Key })
		if i < 0 {
			return d.unknown(m.Key)
		}
		if err := strictjson.Check(m.Raw); err != nil {
			return d.invalid(m.Key, m.Raw, err.Error())
		}
		if strictjson.LoneSurrogate(m.Raw) {
			return d.invalid(m.Key, m.Raw, "it holds half a surrogate pair, which is no character")
		}
		if string(m.Raw) == "null" && !d.arguments[i].required {
			continue
		}
		if err := d.assign(m, into.FieldByIndex(d.arguments[i].index)); err != nil {
			return err
		}
		given[i] = m.Raw
	}
	for i, a := range d.arguments {
		if a.required && given[i] == nil {
			return d.missing(a.name)
		}
	}
	if c, ok := in.(Checker); ok {
		if err := c.Check(); err != nil {
			return err
		}
	}
	for i, a := range d.arguments {
		if given[i] == nil || a.rules == nil {
			continue
		}
		switch readable, err := a.validate(given[i]); {
		case !readable:
			return d.invalid(a.name, given[i], "it cannot be read")
		case err != nil:
			return d.invalid(a.name, given[i], "")
		}
	}
	return nil
}

func (d *decoder) assign(m strictjson.Member, field reflect.Value) error {
	raw := m.Raw
	if kind := field.Type().Kind(); kind == reflect.Pointer && isWhole(field.Type().Elem()) || isWhole(field.Type()) {
		raw = whole(raw)
	}
	if string(raw) == "null" && field.Kind() != reflect.Interface && field.Type() != reflect.TypeFor[json.RawMessage]() {
		return d.invalid(m.Key, m.Raw, "")
	}
	if err := json.Unmarshal(raw, field.Addr().Interface()); err != nil {
		return d.invalid(m.Key, m.Raw, "")
	}
	return nil
}

func isWhole(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 }

// whole writes a number such as 5.0 or 1e2 as the whole number that it is; JSON Schema calls both integers.
func whole(raw json.RawMessage) json.RawMessage {
	if !strings.ContainsAny(string(raw), ".eE") {
		return raw
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return raw
	}
	return strconv.AppendInt(nil, int64(f), 10)
}

func (d *decoder) takes() string {
	if len(d.names) == 0 {
		return "this tool takes no arguments"
	}
	return "this tool takes " + strings.Join(d.names, ", ")
}

func (d *decoder) unknown(name string) error {
	e := &Error{
		Code: CodeInvalidArgument, Argument: name, Accepted: d.names,
		Message: fmt.Sprintf("unknown argument %s: %s", quoteShort(name), d.takes()),
	}
	for _, known := range d.names {
		if strings.EqualFold(known, name) {
			e.Hint = "names are case-sensitive: write " + known
			return e
		}
	}
	if near := nearest(name, d.names); near != "" {
		e.Hint = "did you mean " + near + "?"
	}
	return e
}

func (d *decoder) missing(name string) error {
	property := d.schema.Properties[name]
	return &Error{
		Code: CodeInvalidArgument, Argument: name, Accepted: enumOf(property),
		Message: fmt.Sprintf("argument %s is required: give %s", name, describe(property)),
		Hint:    property.Description,
	}
}

func (d *decoder) invalid(name string, raw json.RawMessage, why string) error {
	property := d.schema.Properties[name]
	given := string(raw)
	var text string
	if json.Unmarshal(raw, &text) == nil && text != "" {
		given = text
	}
	message := fmt.Sprintf("argument %s takes %s, not %s", name, describe(property), short(string(raw)))
	if why != "" {
		message = fmt.Sprintf("argument %s cannot be taken: %s", name, why)
	}
	return &Error{
		Code: CodeInvalidArgument, Argument: name, Given: short(given), Accepted: enumOf(property),
		Message: message, Hint: property.Description,
	}
}

func (d *decoder) unreadable(err error) error {
	e := &Error{Code: CodeInvalidArgument, Message: "arguments are not a JSON object: " + err.Error(), Hint: d.takes()}
	var duplicate *strictjson.DuplicateError
	if errors.As(err, &duplicate) {
		e.Argument = duplicate.Key
		e.Message = fmt.Sprintf("argument %s stands twice: give it once", quoteShort(duplicate.Key))
	}
	return e
}

// describe says in words what a schema accepts.
func describe(s *jsonschema.Schema) string {
	if len(s.Enum) > 0 {
		return "one of " + strings.Join(enumOf(s), ", ")
	}
	switch s.Type {
	case "integer", "number":
		kind := map[string]string{"integer": "a whole number", "number": "a number"}[s.Type]
		switch {
		case s.Minimum != nil && s.Maximum != nil:
			return fmt.Sprintf("%s from %s to %s", kind, number(*s.Minimum), number(*s.Maximum))
		case s.Minimum != nil:
			return fmt.Sprintf("%s from %s", kind, number(*s.Minimum))
		case s.Maximum != nil:
			return fmt.Sprintf("%s up to %s", kind, number(*s.Maximum))
		}
		return kind
	case "string":
		if s.Pattern != "" {
			return "text that matches " + s.Pattern
		}
		return "text"
	case "boolean":
		return "true or false"
	case "array":
		if s.Items != nil && s.Items.Type != "" {
			return "a list, each of it " + describe(s.Items)
		}
		return "a list"
	case "object":
		return "an object"
	}
	return "a value of its schema"
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func enumOf(s *jsonschema.Schema) []string {
	var accepted []string
	for _, value := range s.Enum {
		accepted = append(accepted, fmt.Sprint(value))
	}
	return accepted
}
