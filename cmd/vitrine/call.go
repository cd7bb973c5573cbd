package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"vitrine/tools"
	"vitrine/tools/gateway"
)

// newToolsCommand lists what can be called.
func newToolsCommand(a *app) *cobra.Command {
	var served servedFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "list the tools that are served, with what they take",
		Long: `Tools lists every tool that the configuration, --db and --record serve: its name, its title and its arguments, those
in brackets optional. With --json it prints the descriptors as an MCP client gets them.`,
		Example: `  vitrine tools
  vitrine tools --db shop.db
  vitrine tools --json --config vitrine.yaml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := served.open(gateway.Options{Logger: quiet()})
			if err != nil {
				return err
			}
			defer g.Close()
			list := g.Registry().List(tools.LocalOperator())
			if asJSON {
				return writeDescriptors(a.stdout, list)
			}
			for _, t := range list {
				fmt.Fprintf(a.stdout, "%-24s%s\n", t.Name, t.Title)
				if arguments := argumentsOf(t.Input); arguments != "" {
					fmt.Fprintf(a.stdout, "%-24s%s\n", "", arguments)
				}
			}
			return nil
		},
	}
	served.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the descriptors as JSON")
	return cmd
}

func argumentsOf(input *jsonschema.Schema) string {
	words := make([]string, 0, len(input.PropertyOrder))
	for _, name := range input.PropertyOrder {
		if isRequired(input, name) {
			words = append(words, name)
		} else {
			words = append(words, "["+name+"]")
		}
	}
	return strings.Join(words, " ")
}

func isRequired(input *jsonschema.Schema, name string) bool {
	for _, required := range input.Required {
		if required == name {
			return true
		}
	}
	return false
}

func writeDescriptors(w io.Writer, list []*tools.Tool) error {
	type descriptor struct {
		Name         string             `json:"name"`
		Title        string             `json:"title"`
		Description  string             `json:"description"`
		InputSchema  *jsonschema.Schema `json:"inputSchema"`
		OutputSchema *jsonschema.Schema `json:"outputSchema"`
		Annotations  tools.Annotations  `json:"annotations"`
		Classes      []tools.Class      `json:"classes"`
	}
	all := []descriptor{}
	for _, t := range list {
		all = append(all, descriptor{t.Name, t.Title, t.Description, t.Input, t.Output, t.Annotations, t.Classes})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(struct {
		Tools []descriptor `json:"tools"`
	}{all})
}

// newCallCommand runs one tool as an MCP client would, and prints the text that the client would get.
func newCallCommand(a *app) *cobra.Command {
	var served servedFlags
	var arguments string
	cmd := &cobra.Command{
		Use:   "call TOOL [key=value]…",
		Short: "call a tool and print exactly the text that MCP returns",
		Long: `Call runs any tool that ` + "`vitrine tools`" + ` lists and prints the text that an MCP client gets for the same call, an
error's text too. A value is read as the type that the argument has: text as it stands, numbers, true and false, and
JSON for lists and objects. --arguments takes all of them as one JSON object instead. The process enters its sandbox
before the tool runs, as that of ` + "`vitrine query`" + ` does.

Exit codes: 0 done, 2 an argument or a tool's name is wrong, 3 refused by the guard, 4 stopped by a budget, 1 anything
else.`,
		Example: `  vitrine call cell_status
  vitrine call substrate_read sql="SELECT count(*) FROM users" --db shop.db
  vitrine call substrate_read sql="SELECT * FROM users WHERE id = ?" params='[7]' format=csv --db shop.db
  vitrine call read_log --arguments '{"name": "franklin.log", "tail_bytes": 1000}'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, words []string) error {
			g, err := a.openFenced(cmd.Context(), &served, gateway.Options{Logger: quiet()}, nil)
			if err != nil {
				return err
			}
			defer g.Close()
			raw, err := argumentsOfWords(toolNamed(g.Gateway, words[0]), words[1:], arguments)
			if err != nil {
				return err
			}
			result, err := g.Registry().Call(cmd.Context(), tools.LocalOperator(), words[0], raw, nil)
			if err != nil {
				return asUnknownTool(err)
			}
			text := result.Text
			if !strings.HasSuffix(text, "\n") {
				text += "\n" // the end of the line, not of the text
			}
			if _, err := io.WriteString(a.stdout, text); err != nil {
				return err
			}
			if result.IsError {
				return &silentExit{toolExit(result.Code)}
			}
			return nil
		},
	}
	served.registerFenced(cmd)
	cmd.Flags().StringVar(&arguments, "arguments", "", "all arguments as one `JSON` object")
	return cmd
}

func toolNamed(g *gateway.Gateway, name string) *tools.Tool {
	for _, t := range g.Registry().List(tools.LocalOperator()) {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// asUnknownTool makes a usage error of a tool that is not there.
func asUnknownTool(err error) error {
	code, message, hint := explain(err)
	if e, ok := err.(*tools.Error); ok && e.Code == tools.CodeUnknownTool {
		if hint == "" {
			hint = "`vitrine tools` lists them with what they take"
		}
		return usagef(hint, "%s", e.Message)
	}
	return &failure{message: message, hint: hint, code: code}
}

// argumentsOfWords makes the JSON object of key=value words. The tool decides whether it takes them: here only the
// spelling changes, so that the shell and MCP get the same answer to the same mistake. t is nil for an unknown tool.
func argumentsOfWords(t *tools.Tool, words []string, object string) (json.RawMessage, error) {
	if object != "" {
		if len(words) > 0 {
			return nil, usagef("give one or the other", "both --arguments and key=value words")
		}
		return json.RawMessage(object), nil
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, word := range words {
		key, value, found := strings.Cut(word, "=")
		if !found || key == "" {
			return nil, usagef("arguments are written key=value, such as limit=10", "%q is no key=value", word)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoteJSON(key) + ":" + valueOf(t, key, value))
	}
	b.WriteByte('}')
	return json.RawMessage(b.String()), nil
}

// valueOf writes a value as the JSON that the argument's type asks for. What is no JSON of another type stays text, and
// the tool says what it takes.
func valueOf(t *tools.Tool, key, value string) string {
	if t != nil {
		if property := t.Input.Properties[key]; property != nil && property.Type != "string" && json.Valid([]byte(value)) {
			return value
		}
	}
	return quoteJSON(value)
}

func quoteJSON(text string) string {
	quoted, _ := json.Marshal(text) // text always encodes
	return string(quoted)
}

// quiet keeps what a server would log from a command that answers by itself.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
