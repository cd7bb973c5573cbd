package substrate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// The levels of detail, from frugal to whole.
const (
	detailNames   = "names"
	detailSummary = "summary"
	detailFull    = "full"
)

var details = []string{detailNames, detailSummary, detailFull}

// The bounds of a page. maxPageBytes holds whatever the limit: a page ends before the table that would cross it, but
// never before its first.
const (
	maxTables    = 5000
	maxPageBytes = 60 << 10
)

// defaultTables is the limit of each level where a call gives none.
var defaultTables = map[string]int{detailNames: 2000, detailSummary: 100, detailFull: 20}

type schemaIn struct {
	Table  string `json:"table,omitempty" jsonschema:"one table or view by its whole name; detail is then full by default"`
	Detail string `json:"detail,omitempty" jsonschema:"names, summary (with columns) or full (with keys, indexes, SQL)" enum:"names,summary,full"`
	Search string `json:"search,omitempty" jsonschema:"only tables whose name, or a column of which in summary and full, contains this"`
	Limit  *int   `json:"limit,omitempty" jsonschema:"tables of a page; 2000 names, 100 summaries or 20 in full where left out" minimum:"1" maximum:"5000"`
	After  string `json:"after,omitempty" jsonschema:"next_after of the page before"`
}

// Check implements tools.Checker.
func (in *schemaIn) Check() error {
	if in.Detail == "" {
		in.Detail = detailNames
		if in.Table != "" {
			in.Detail = detailFull
		}
	}
	if _, err := tools.ParseOne("detail", in.Detail, "", details); err != nil {
		return err
	}
	if in.Table != "" && in.Search != "" {
		return tools.BadArgument("search", in.Search, "nothing beside table", nil)
	}
	_, err := tools.ParseLimit("limit", in.Limit, defaultTables[in.Detail], maxTables)
	return err
}

// summary is one table with its columns as "name TYPE".
type summary struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Comment string   `json:"comment,omitempty"`
	Columns []string `json:"columns"`
}

type schemaOut struct {
	Source     string            `json:"source"`
	Dialect    guard.Dialect     `json:"dialect"`
	Detail     string            `json:"detail"`
	TotalCount int               `json:"total_count" jsonschema:"how many match, before the limit"`
	Tables     []json.RawMessage `json:"tables" jsonschema:"names, or an object for each table"`
	NextAfter  *string           `json:"next_after" jsonschema:"give it as after for the next page; null at the end"`
	Notices    []guard.Notice    `json:"notices"`
}

type severalSchemaOut struct {
	schemaOut
	Sources []listed `json:"sources" jsonschema:"every database that you may name as source"`
}

type listed struct {
	Name        string        `json:"name"`
	Dialect     guard.Dialect `json:"dialect"`
	Description string        `json:"description,omitempty"`
}

// list tells of the sources that a caller may use.
func (s *set) list(c tools.Caller) []listed {
	var list []listed
	for _, src := range s.sources {
		if c.MayUse(src.name) {
			list = append(list, listed{src.name, src.Runner.Source().Dialect(), src.Description})
		}
	}
	return list
}

func (s *set) schema(ctx context.Context, call tools.Call, in schemaIn, name string) (schemaOut, error) {
	src, err := s.pick(call.Caller, name)
	if err != nil {
		return schemaOut{}, err
	}
	call.Account.Source, call.Account.Exact = src.name, src.Exact
	limit, err := tools.ParseLimit("limit", in.Limit, defaultTables[in.Detail], maxTables)
	if err != nil {
		return schemaOut{}, err
	}
	kind := strings.Join([]string{"substrate_schema", src.name, in.Table, in.Detail, in.Search}, "\x00")
	after, err := tools.DecodeCursor("after", in.After, kind, 1)
	if err != nil {
		return schemaOut{}, err
	}
	guards, err := src.guards(call.Caller)
	if err != nil {
		return schemaOut{}, err
	}
	p := page{catalog: src.Runner.Source(), guard: guards.read, schemaIn: in}
	out := schemaOut{Source: src.name, Dialect: p.catalog.Dialect(), Detail: in.Detail, Notices: p.catalog.Notices()}
	tables, err := p.matching(ctx)
	if err != nil {
		return out, err
	}
	out.TotalCount = len(tables)
	if after != nil {
		tables = tables[afterKey(tables, after[0]):]
	}
	size := 0
	for i, t := range tables {
		entry, err := p.describe(ctx, t)
		if isUnknown(err) {
			out.TotalCount-- // dropped since it was listed
			continue
		}
		if err != nil {
			return out, err
		}
		encoded, err := json.Marshal(entry)
		if err != nil {
			return out, err
		}
		size += len(encoded) + 1
		if len(out.Tables) > 0 && (size > maxPageBytes || len(out.Tables) == limit) {
			next := tools.EncodeCursor(kind, keyOf(tables[i-1]))
			out.NextAfter = &next
			break
		}
		out.Tables = append(out.Tables, encoded)
	}
	call.Account.Rows = len(out.Tables)
	return out, nil
}

// page finds and describes the tables of one call.
type page struct {
	schemaIn
	catalog   query.Source
	guard     *guard.Guard
	described map[string]*query.Description
}

// matching returns the tables that the call asks for, in the order of their keys.
func (p *page) matching(ctx context.Context) ([]query.Table, error) {
	if p.Table != "" {
		schema, name, qualified := strings.Cut(p.Table, ".")
		d, err := p.catalog.Describe(ctx, p.guard, "", p.Table)
		if qualified && isUnknown(err) {
			if inSchema, ok := p.catalog.Describe(ctx, p.guard, schema, name); ok == nil {
				d, err = inSchema, nil
			}
		}
		if err != nil {
			return nil, err
		}
		p.keep(d)
		return []query.Table{d.Table}, nil
	}
	tables, err := p.catalog.Tables(ctx, p.guard)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(tables, func(a, b query.Table) int { return strings.Compare(keyOf(a), keyOf(b)) })
	if p.Search == "" {
		return tables, nil
	}
	var matching []query.Table
	for _, t := range tables {
		found := containsFold(shown(t), p.Search)
		if !found && p.Detail != detailNames {
			d, err := p.fields(ctx, t)
			if err != nil && !isUnknown(err) && brokenBy(err) == nil {
				return nil, err
			}
			found = err == nil && slices.ContainsFunc(d.Fields, func(f query.Field) bool { return containsFold(f.Name, p.Search) })
		}
		if found {
			matching = append(matching, t)
		}
	}
	return matching, nil
}

func (p *page) keep(d *query.Description) {
	if p.described == nil {
		p.described = map[string]*query.Description{}
	}
	p.described[keyOf(d.Table)] = d
}

func (p *page) fields(ctx context.Context, t query.Table) (*query.Description, error) {
	if d := p.described[keyOf(t)]; d != nil {
		return d, nil
	}
	d, err := p.catalog.Describe(ctx, p.guard, t.Schema, t.Name)
	if err == nil {
		p.keep(d)
	}
	return d, err
}

// describe returns what the level of detail tells of a table.
func (p *page) describe(ctx context.Context, t query.Table) (any, error) {
	if p.Detail == detailNames {
		return shown(t), nil
	}
	d, err := p.fields(ctx, t)
	if broken := brokenBy(err); broken != nil && p.Table == "" {
		return brokenTable{Name: shown(t), Type: t.Type, Error: broken.Message}, nil
	}
	if err != nil {
		return nil, err
	}
	if p.Detail == detailFull {
		return d, nil
	}
	s := summary{Name: shown(t), Type: t.Type, Comment: t.Comment, Columns: make([]string, len(d.Fields))}
	for i, f := range d.Fields {
		s.Columns[i] = strings.TrimSpace(f.Name + " " + f.Type)
		if f.Masked {
			s.Columns[i] += " (masked)"
		}
	}
	return s, nil
}

// shown is how a table is written in SQL: without its schema where that is the engine's standard one.
func shown(t query.Table) string {
	if t.Schema == "" || t.Schema == "main" || t.Schema == "public" {
		return t.Name
	}
	return t.Schema + "." + t.Name
}

// keyOf orders tables and stands in cursors.
func keyOf(t query.Table) string { return t.Schema + "\x00" + t.Name }

// afterKey returns how many of the sorted tables come at or before the key.
func afterKey(tables []query.Table, key string) int {
	n, found := slices.BinarySearchFunc(tables, key, func(t query.Table, key string) int { return strings.Compare(keyOf(t), key) })
	if found {
		n++
	}
	return n
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// brokenTable is one that cannot be described, such as a view over what is no longer there. The others still come.
type brokenTable struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Error string `json:"error"`
}

// brokenBy returns the error of a table of its own, nil where it is that of the call or of the whole source.
func brokenBy(err error) *query.Error {
	var failed *query.Error
	if errors.As(err, &failed) && failed.Code == query.CodeQueryError {
		return failed
	}
	return nil
}

func isUnknown(err error) bool {
	var failed *query.Error
	return errors.As(err, &failed) && failed.Code == query.CodeUnknownTable
}
