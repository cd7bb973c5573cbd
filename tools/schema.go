package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// anything is the schema of a json.RawMessage, which is any JSON value.
func schemaOptions() *jsonschema.ForOptions {
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
	}}
}

func inputSchema[In any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[In](schemaOptions())
	if err != nil {
		return nil, err
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("arguments must be a struct, not %s", reflect.TypeFor[In]())
	}
	walkSchema(s, func(s *jsonschema.Schema) { notNull(s, true) })
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{} // clients expect the key
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[In]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		if property := s.Properties[name]; property != nil && !field.Anonymous {
			if err := applyTags(property, field.Tag); err != nil {
				return nil, fmt.Errorf("argument %s: %w", name, err)
			}
		}
	}
	return s, nil
}

// outputSchema derives the schema of a result and puts contract_version in front.
func outputSchema[Out any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[Out](schemaOptions())
	if err != nil {
		return nil, err
	}
	if s.Type != "object" {
		return nil, fmt.Errorf("a result must be a struct, not %s", reflect.TypeFor[Out]())
	}
	walkSchema(s, func(s *jsonschema.Schema) { notNull(s, slices.Contains(s.Types, "array")) })
	var version any = ContractVersion
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	s.Properties["contract_version"] = &jsonschema.Schema{Const: &version}
	if s.Properties["notices"] == nil {
		s.Properties["notices"] = &jsonschema.Schema{Type: "array"} // a redacted result says so there
		s.PropertyOrder = append(s.PropertyOrder, "notices")
	}
	s.PropertyOrder = append([]string{"contract_version"}, s.PropertyOrder...)
	s.Required = append([]string{"contract_version"}, s.Required...)
	return s, nil
}

// notNull takes null from the types of a schema. Arguments that are null count as absent, and nil slices are written
// as [], so neither is a value that a client has to expect.
func notNull(s *jsonschema.Schema, apply bool) {
	if !apply || s.Types == nil {
		return
	}
	s.Types = slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" })
	if len(s.Types) == 1 {
		s.Type, s.Types = s.Types[0], nil
	}
}

func walkSchema(s *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	if s == nil {
		return
	}
	visit(s)
	if s.Properties != nil || s.Items != nil {
		named(s)
	}
	for _, property := range s.Properties {
		walkSchema(property, visit)
	}
	walkSchema(s.Items, visit)
	walkSchema(s.AdditionalProperties, visit)
}

// named gives a description to members that may be anything. An empty schema is written as a bare true, which clients
// that map schemas onto other dialects do not take.
func named(s *jsonschema.Schema) {
	for _, member := range s.Properties {
		if reflect.DeepEqual(*member, jsonschema.Schema{}) {
			member.Description = "any JSON value"
		}
	}
	if s.Items != nil && reflect.DeepEqual(*s.Items, jsonschema.Schema{}) {
		s.Items.Description = "any JSON value"
	}
}

func applyTags(s *jsonschema.Schema, tag reflect.StructTag) error {
	if enum, ok := tag.Lookup("enum"); ok {
		for value := range strings.SplitSeq(enum, ",") {
			s.Enum = append(s.Enum, value)
		}
	}
	if pattern, ok := tag.Lookup("pattern"); ok {
		s.Pattern = pattern
	}
	for key, into := range map[string]**float64{"minimum": &s.Minimum, "maximum": &s.Maximum} {
		if text, ok := tag.Lookup(key); ok {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("tag %s: %w", key, err)
			}
			*into = &n
		}
	}
	if standard, ok := tag.Lookup("default"); ok {
		if s.Type == "string" {
			standard = strconv.Quote(standard)
		}
		s.Default = json.RawMessage(standard)
	}
	return nil
}

// closed reports whether the schema takes the properties that it names and no others.
func closed(s *jsonschema.Schema) bool {
	if s == nil || s.Type != "object" || s.AdditionalProperties == nil {
		return false
	}
	encoded, err := json.Marshal(s.AdditionalProperties)
	return err == nil && string(encoded) == "false"
}
