package config

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every key is described, and the whole file of the document is right.
func TestEveryKeyIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	require.NoError(t, err)
	document := string(text)
	var visit func(t reflect.Type)
	visit = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return
		}
		for i := range of.NumField() {
			field := of.Field(i)
			if !field.IsExported() {
				continue
			}
			key := field.Tag.Get("yaml")
			named := strings.Contains(document, "`"+key+"`") || strings.Contains(document, "."+key+"`") || strings.Contains(document, "## "+key) ||
				strings.Contains(document, ", "+key+"\n") || strings.Contains(document, ", "+key+", ")
			assert.True(t, named, "docs/configuration.md does not describe %s of %s", key, of.Name())
			visit(field.Type)
		}
	}
	visit(reflect.TypeFor[Config]())

	_, example, found := strings.Cut(document, "```yaml\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "```")
	m := Machine{OS: "linux", Home: "/home/ann", Lookup: func(name string) (string, bool) { return "postgres://h/books", name == "BOOKS_URL" }}
	_, problems := Parse([]byte(example), "/srv", m)
	assert.Empty(t, problems)
}

// What init writes is right, whatever it found, and so is every setting that it shows in a comment.
func TestStartFiles(t *testing.T) {
	m := Machine{OS: "linux", Home: "/home/ann", Lookup: func(string) (string, bool) { return "", false }}
	for _, start := range []Start{
		{Cell: true},
		{Databases: []string{"shop.db"}},
		{Databases: []string{"a.db", "a.sqlite", "$HOME \"x\": #.db", "record.db"}},
		{Databases: []string{"record.sqlite", "substrate.sqlite"}, Record: "record.sqlite", Substrate: "substrate.sqlite"},
		{},
	} {
		file := string(start.File())
		c, problems := Parse([]byte(file), "/srv", m)
		require.Empty(t, problems, file)
		assert.Equal(t, start.Cell || start.Substrate != "", c.Cell != nil)
		assert.Equal(t, start.Record != "", c.Record != nil)
		for _, source := range c.Sources {
			assert.Contains(t, start.Databases, strings.TrimPrefix(string(source.SQLite), "/srv/"))
		}
		var bare []string
		for line := range strings.SplitSeq(file, "\n") {
			trimmed := strings.TrimLeft(line, " ")
			indent := line[:len(line)-len(trimmed)]
			commented, ok := strings.CutPrefix(trimmed, "# ")
			key, _, isKey := strings.Cut(strings.TrimPrefix(strings.TrimLeft(commented, " "), "- "), ":")
			if ok && isKey && !strings.ContainsAny(key, " ") {
				line = indent + commented
			}
			bare = append(bare, line)
		}
		_, problems = Parse([]byte(strings.Join(bare, "\n")), "/srv", m)
		assert.Empty(t, problems, strings.Join(bare, "\n"))
	}
}
