package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
	"vitrine/tools"
)

// newSchemaCommand tells what there is to ask for.
func newSchemaCommand(a *app) *cobra.Command {
	var (
		f      sourceFlags
		search string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "schema [TABLE] --db PATH",
		Short: "list the tables and views of a database, or describe one",
		Long: `Schema lists the tables and views that a query may read, or, given the name of one, its columns, keys and indexes. What
the policy denies is not shown.`,
		Example: `  vitrine schema --db shop.sqlite
  vitrine schema --db shop.sqlite --search order
  vitrine schema orders --db shop.sqlite --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if len(arguments) == 1 && search != "" {
				return usagef("leave out one of them", "schema takes the name of a table or --search, not both")
			}
			limit, err := f.time()
			if err != nil {
				return err
			}
			mode, err := parseSandbox(f.sandbox)
			if err != nil {
				return err
			}
			policy, err := f.loadPolicy()
			if err != nil {
				return err
			}
			g, err := newGuard(policy)
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			source, err := openSource(ctx, &f)
			if err != nil {
				return err
			}
			defer source.Close()
			report, err := a.enterSandbox(mode, f.plan())
			if err != nil {
				return err
			}
			a.tellFences(report)
			if len(arguments) == 1 {
				return a.describe(ctx, source, g, arguments[0], asJSON)
			}
			return a.listTables(ctx, source, g, search, asJSON)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&search, "search", "", "list only names that contain this `word`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// listTables prints the names, as lines that column tools can read, or as one JSON object.
func (a *app) listTables(ctx context.Context, source query.Source, g *guard.Guard, search string, asJSON bool) error {
	tables, err := source.Tables(ctx, g)
	if err != nil {
		return err
	}
	tables = slices.DeleteFunc(tables, func(t query.Table) bool {
		return !strings.Contains(strings.ToLower(t.Name), strings.ToLower(search))
	})
	if asJSON {
		return writeObject(a.stdout, struct {
			Source string        `json:"source"`
			Tables []query.Table `json:"tables"`
		}{source.Name(), append([]query.Table{}, tables...)})
	}
	l := newListing("name", "type", "columns")
	for _, t := range tables {
		l.add(qualified(t), t.Type, t.Columns)
	}
	return l.write(a.stdout, a.width)
}

// describe prints one table whole.
func (a *app) describe(ctx context.Context, source query.Source, g *guard.Guard, name string, asJSON bool) error {
	schema, table := "", name
	d, err := source.Describe(ctx, g, schema, table)
	if before, after, ok := strings.Cut(name, "."); ok && err != nil { // no table has the dot in its name
		if d2, err2 := source.Describe(ctx, g, before, after); err2 == nil {
			d, err = d2, nil
		}
	}
	if err != nil {
		return err
	}
	if asJSON {
		return writeObject(a.stdout, struct {
			Source string `json:"source"`
			*query.Description
		}{source.Name(), d})
	}
	return writeDescription(a.stdout, d, a.width)
}

// writeDescription prints for a person what there is to know of a table.
func writeDescription(w io.Writer, d *query.Description, width int) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s)\n", encode.Visible(qualified(d.Table)), d.Type)
	if d.Comment != "" {
		fmt.Fprintf(&text, "%s\n", encode.Visible(d.Comment))
	}
	text.WriteByte('\n')
	l := newListing("column", "type", "notes")
	for _, f := range d.Fields {
		l.add(f.Name, f.Type, strings.Join(fieldNotes(f), ", "))
	}
	if err := l.write(&text, width); err != nil {
		return err
	}
	if len(d.ForeignKeys)+len(d.Indexes) > 0 {
		text.WriteByte('\n')
	}
	for _, k := range d.ForeignKeys {
		fmt.Fprintf(&text, "foreign key (%s) references %s (%s)\n", list(k.Columns), encode.Visible(k.References), list(k.To))
	}
	for _, i := range d.Indexes {
		kind := "index"
		if i.Unique {
			kind = "unique index"
		}
		fmt.Fprintf(&text, "%s %s (%s)\n", kind, encode.Visible(i.Name), list(i.Columns))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// fieldNotes lists what is special about a column.
func fieldNotes(f query.Field) []string {
	var notes []string
	if f.PrimaryKey > 0 {
		notes = append(notes, "primary key")
	}
	if f.NotNull {
		notes = append(notes, "not null")
	}
	if f.Generated {
		notes = append(notes, "generated")
	}
	if f.Masked {
		notes = append(notes, "masked: reads as NULL")
	}
	if f.Default != "" {
		notes = append(notes, "default "+f.Default)
	}
	if f.Comment != "" {
		notes = append(notes, f.Comment)
	}
	return notes
}

// qualified is the name of a table as a statement would write it: with its schema where it has one.
func qualified(t query.Table) string {
	if t.Schema == "" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

func list(names []string) string { return encode.Visible(strings.Join(names, ", ")) }

// writeObject writes a struct as a line of JSON, contract_version in front.
func writeObject(w io.Writer, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(append(tools.Object(bytes.TrimSpace(text.Bytes())), '\n'))
	return err
}
