package config

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"vitrine/guard"
)

// The largest file that is read, and how deep its brackets may go: both are far beyond any honest configuration, and
// keep the YAML reader's recursion and memory small.
const (
	maxBytes = 64 << 10
	maxDepth = 32
)

// decoder fills a Config from YAML and collects every problem on the way.
type decoder struct {
	lookup   func(string) (string, bool)
	problems []Problem
	lines    map[string]int // where each key stands, for contradictions found later
}

func (d *decoder) fail(n ast.Node, key, format string, args ...any) {
	line, column := position(n)
	d.problems = append(d.problems, Problem{Line: line, Column: column, Key: key, Message: fmt.Sprintf(format, args...)})
}

func position(n ast.Node) (line, column int) {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return 0, 0
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 0, 0
}

// decode reads the text into the struct that out points to.
func (d *decoder) decode(text []byte, out any) {
	if len(text) > maxBytes {
		d.problems = append(d.problems, Problem{Message: fmt.Sprintf("the file has %d bytes; %d are accepted", len(text), maxBytes)})
		return
	}
	if line := tooDeep(text); line > 0 {
		d.problems = append(d.problems, Problem{Line: line, Column: 1, Message: fmt.Sprintf("nested deeper than %d levels", maxDepth)})
		return
	}
	file, err := parse(text)
	if err != nil {
		d.problems = append(d.problems, syntaxProblem(err))
		return
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType {
			continue
		}
		if doc.Body.Type() == ast.DirectiveType {
			d.fail(doc.Body, "", "a YAML directive is not accepted here")
			return
		}
		if body != nil {
			d.fail(doc.Body, "", "a second YAML document; one is accepted")
			return
		}
		body = doc.Body
	}
	if body != nil {
		d.value(body, "", "", reflect.ValueOf(out).Elem())
	}
}

// parse holds the YAML reader's panics: what it cannot read is a problem of the file, not of the process.
func parse(text []byte) (file *ast.File, err error) {
	defer func() {
		if recover() != nil {
			file, err = nil, errors.New("this is not YAML")
		}
	}()
	return parser.ParseBytes(text, 0)
}

func syntaxProblem(err error) Problem {
	var at yaml.Error
	if errors.As(err, &at) {
		p := Problem{Message: "not valid YAML: " + at.GetMessage()}
		if t := at.GetToken(); t != nil && t.Position != nil {
			p.Line, p.Column = t.Position.Line, t.Position.Column
		}
		return p
	}
	return Problem{Message: "not valid YAML"}
}

// tooDeep returns the line on which brackets or compact entries (- - -) nest beyond maxDepth, or 0. It may count a
// bracket inside a text; no honest file has that many on its way.
func tooDeep(text []byte) int {
	depth, dashes, line := 0, 0, 1
	for i, c := range text {
		switch c {
		case '\n':
			line++
			dashes = 0
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(depth-1, 0)
		case '-', '?', ':':
			if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t') {
				dashes++
			}
		}
		if depth > maxDepth || dashes > maxDepth {
			return line
		}
	}
	return 0
}

// value decodes n into out, whatever its type. accept is the list of the words that a text field takes, "" for any.
func (d *decoder) value(n ast.Node, key, accept string, out reflect.Value) {
	switch t := n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		d.fail(n, key, "anchors, aliases, merge keys and tags are not accepted; write the value itself")
		return
	case *ast.MappingValueNode: // a mapping of one key
		n = &ast.MappingNode{BaseNode: t.BaseNode, Start: t.Start, Values: []*ast.MappingValueNode{t}}
	}
	switch out.Kind() {
	case reflect.Pointer:
		fresh := reflect.New(out.Type().Elem())
		before := len(d.problems)
		d.value(n, key, accept, fresh.Elem())
		if len(d.problems) == before {
			out.Set(fresh)
		}
	case reflect.Struct:
		d.mapping(n, key, out)
	case reflect.Slice:
		d.sequence(n, key, out)
	default:
		d.scalar(n, key, accept, out)
	}
}

func (d *decoder) mapping(n ast.Node, key string, out reflect.Value) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		if _, null := n.(*ast.NullNode); !null { // a section whose every line is commented out
			d.fail(n, key, "%s given; a section with these keys is accepted: %s", describe(n), strings.Join(keysOf(out.Type()), ", "))
		}
		return
	}
	for _, pair := range m.Values {
		name, ok := pair.Key.(*ast.StringNode)
		if !ok {
			d.fail(pair.Key, key, "a key that is no plain word; accepted: %s", strings.Join(keysOf(out.Type()), ", "))
			continue
		}
		path := join(key, name.Value)
		field, accept, ok := fieldOf(out, name.Value)
		if !ok {
			message := "unknown key"
			if near := guard.Near(name.Value, keysOf(out.Type())); len(near) > 0 {
				message += "; did you mean " + strings.Join(near, " or ") + "?"
			}
			d.fail(pair.Key, path, "%s; accepted here: %s", message, strings.Join(keysOf(out.Type()), ", "))
			continue
		}
		d.lines[path], _ = position(pair.Key)
		d.value(pair.Value, path, accept, field)
	}
}

func (d *decoder) sequence(n ast.Node, key string, out reflect.Value) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		if _, null := n.(*ast.NullNode); !null {
			d.fail(n, key, "%s given; a list is accepted", describe(n))
		}
		return
	}
	list := reflect.MakeSlice(out.Type(), len(s.Values), len(s.Values))
	for i, item := range s.Values {
		path := fmt.Sprintf("%s[%d]", key, i)
		d.lines[path], _ = position(item)
		d.value(item, path, "", list.Index(i))
	}
	out.Set(list)
}

func (d *decoder) scalar(n ast.Node, key, accept string, out reflect.Value) {
	text, plain, ok := scalarText(n)
	if !ok {
		d.fail(n, key, "%s given; accepted is %s", describe(n), kindOf(out, accept))
		return
	}
	expanded, err := expand(text, d.lookup)
	if err != nil {
		d.fail(n, key, "%s", err)
		return
	}
	quoted := !plain && expanded == text // "4" is text; "${N}" is what N holds
	given := strconv.Quote(text)         // as written: an expanded value may be a secret
	switch v := out.Addr().Interface().(type) {
	case *string, *Path:
		if plain {
			d.fail(n, key, "%s given; accepted is %s (put it in quotes)", describe(n), kindOf(out, accept))
			return
		}
		if strings.ContainsRune(expanded, 0) {
			d.fail(n, key, "the text holds a NUL character")
			return
		}
		if accept != "" && !contains(strings.Split(accept, ","), expanded) {
			d.fail(n, key, "%s given; accepted are %s", given, strings.ReplaceAll(accept, ",", ", "))
			return
		}
		out.SetString(expanded)
	case *bool:
		if quoted || expanded != "true" && expanded != "false" {
			d.fail(n, key, "%s given; accepted are true and false", given)
			return
		}
		*v = expanded == "true"
	case *int:
		i, err := strconv.ParseInt(expanded, 10, 32)
		if quoted || err != nil || i < 0 || strconv.FormatInt(i, 10) != expanded {
			d.fail(n, key, "%s given; accepted is a whole number, 0 or more, in decimal digits", given)
			return
		}
		*v = int(i)
	case *Duration:
		if *v, err = parseDuration(expanded); err != nil {
			d.fail(n, key, "%s given; %s", given, err)
		}
	case *Size:
		if *v, err = parseSize(expanded); err != nil {
			d.fail(n, key, "%s given; %s", given, err)
		}
	default:
		d.fail(n, key, "this key cannot be read")
	}
}

// scalarText returns the text of a scalar as written; plain reports that YAML reads it as something other than text.
func scalarText(n ast.Node) (text string, plain, ok bool) {
	switch t := n.(type) {
	case *ast.StringNode:
		return t.Value, false, true
	case *ast.LiteralNode:
		return t.Value.Value, false, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true, true
	}
	return "", false, false
}

func describe(n ast.Node) string {
	switch n.(type) {
	case *ast.NullNode:
		return "nothing"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a section"
	case *ast.SequenceNode:
		return "a list"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	}
	return "something else"
}

func kindOf(out reflect.Value, accept string) string {
	if accept != "" {
		return "one of " + strings.ReplaceAll(accept, ",", ", ")
	}
	switch out.Addr().Interface().(type) {
	case *bool:
		return "true or false"
	case *int:
		return "a whole number"
	case *Duration:
		return "a duration such as 5s"
	case *Size:
		return "a number of bytes such as 64KiB"
	case *Path:
		return "a path"
	}
	return "text"
}

// fieldOf returns the field that a key names, and the words that it accepts.
func fieldOf(out reflect.Value, name string) (field reflect.Value, accept string, ok bool) {
	for i := range out.NumField() {
		if f := out.Type().Field(i); f.IsExported() && f.Tag.Get("yaml") == name {
			return out.Field(i), f.Tag.Get("accept"), true
		}
	}
	return reflect.Value{}, "", false
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			keys = append(keys, f.Tag.Get("yaml"))
		}
	}
	return keys
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}
