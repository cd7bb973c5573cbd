package sqlite

import (
	"context"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
)

// Tables lists the tables and views of the database that the guard's policy allows, sorted by name.
func (s *Source) Tables(ctx context.Context, g *guard.Guard) ([]query.Table, error) {
	t, err := s.start(ctx, query.Budget{})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	schema, err := t.loadSchema()
	if err != nil {
		return nil, t.explain(err, nil)
	}
	tables := []query.Table{}
	for _, r := range schema.order {
		if r.owner != nil || strings.HasPrefix(fold(r.name), "sqlite_") || !g.AllowsRelation("main", r.name) {
			continue
		}
		table, _, err := t.table(schema, g, r)
		if err != nil {
			if ctxErr := query.ContextError(ctx); ctxErr != nil {
				return nil, ctxErr
			}
			// A view over what is no longer there, or a table of a module that is not linked in: it is named, and
			// whoever describes it learns why.
		}
		tables = append(tables, table)
	}
	slices.SortFunc(tables, func(a, b query.Table) int { return strings.Compare(fold(a.Name), fold(b.Name)) })
	return tables, nil
}

// Describe returns one table whole, under the guard's policy.
func (s *Source) Describe(ctx context.Context, g *guard.Guard, schemaName, name string) (*query.Description, error) {
	t, err := s.start(ctx, query.Budget{})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	schema, err := t.loadSchema()
	if err != nil {
		return nil, t.explain(err, nil)
	}
	r := schema.relations[fold(name)]
	if schemaName != "" && fold(schemaName) != "main" {
		r = nil
	}
	if r == nil || r.owner != nil || !g.AllowsRelation("main", r.name) {
		var candidates []string
		for _, r := range schema.order {
			if r.owner == nil && g.AllowsRelation("main", r.name) {
				candidates = append(candidates, r.name)
			}
		}
		return nil, query.UnknownTable(name, query.Near(name, candidates))
	}
	table, fields, err := t.table(schema, g, r)
	if err != nil {
		return nil, t.explain(err, nil)
	}
	d := &query.Description{Table: table, Fields: fields}
	hidden, err := t.hides(schema, g, r)
	if err != nil {
		return nil, t.explain(err, nil)
	}
	if !hidden {
		d.SQL = r.sql
	}
	if r.kind == "table" {
		if err := t.keysAndIndexes(schema, g, r, d); err != nil {
			return nil, t.explain(err, nil)
		}
	}
	return d, nil
}

// table returns a line of the catalog and the columns that the policy lets the caller know of.
func (t *tx) table(schema *schema, g *guard.Guard, r *relation) (query.Table, []query.Field, error) {
	table := query.Table{Name: r.name, Type: r.kind}
	all, err := schema.fields(t.conn, r)
	if err != nil {
		return table, nil, err
	}
	fields := make([]query.Field, 0, len(all))
	for _, f := range all {
		switch schema.access(g, "main", fold(r.name), f.Name) {
		case guard.Deny:
			continue
		case guard.Mask:
			f.Masked = true
		}
		fields = append(fields, f)
	}
	table.Columns = len(fields)
	return table, fields, nil
}

// hides reports whether the policy denies a column of the relation.
func (t *tx) hides(schema *schema, g *guard.Guard, r *relation) (bool, error) {
	all, err := schema.fields(t.conn, r)
	if err != nil {
		return false, err
	}
	for _, f := range all {
		if schema.access(g, "main", fold(r.name), f.Name) != guard.Allow {
			return true, nil
		}
	}
	if r.kind == "table" {
		return false, nil
	}
	// The definition of a view names what it reads.
	for name := range schema.reachFrom(t.conn, fold(r.name)).relations {
		base := schema.relations[name]
		if base == nil || base == r || base.owner != nil {
			continue
		}
		if !g.AllowsRelation("main", base.name) {
			return true, nil
		}
		if base.kind == "view" {
			continue
		}
		fields, err := schema.fields(t.conn, base)
		if err != nil {
			return false, err
		}
		for _, f := range fields {
			if schema.access(g, "main", name, f.Name) != guard.Allow {
				return true, nil
			}
		}
	}
	return false, nil
}

// keysAndIndexes adds the foreign keys and indexes that name nothing that the policy denies.
func (t *tx) keysAndIndexes(schema *schema, g *guard.Guard, r *relation, d *query.Description) error {
	visible := func(columns []string) bool {
		return !slices.ContainsFunc(columns, func(c string) bool {
			return schema.access(g, "main", fold(r.name), c) == guard.Deny
		})
	}
	var order []int64
	foreign := make(map[int64]*query.ForeignKey)
	err := t.conn.each(`SELECT id, "table", "from", coalesce("to", '') FROM pragma_foreign_key_list(?1) ORDER BY id, seq`, func(row *statement) error {
		k := foreign[row.integer(0)]
		if k == nil {
			k = &query.ForeignKey{References: row.string(1)}
			foreign[row.integer(0)] = k
			order = append(order, row.integer(0))
		}
		k.Columns = append(k.Columns, row.string(2))
		if to := row.string(3); to != "" {
			k.To = append(k.To, to)
		}
		return nil
	}, r.name)
	if err != nil {
		return err
	}
	for _, id := range order {
		k := foreign[id]
		target := !slices.ContainsFunc(k.To, func(c string) bool {
			return schema.access(g, "main", fold(k.References), c) == guard.Deny
		})
		if visible(k.Columns) && target && g.AllowsRelation("main", k.References) {
			d.ForeignKeys = append(d.ForeignKeys, *k)
		}
	}
	err = t.conn.each(`SELECT name, "unique" FROM pragma_index_list(?1) ORDER BY seq`, func(row *statement) error {
		d.Indexes = append(d.Indexes, query.Index{Name: row.string(0), Unique: row.integer(1) != 0})
		return nil
	}, r.name)
	if err != nil {
		return err
	}
	for i := range d.Indexes {
		err := t.conn.each(`SELECT coalesce(name, '(expression)') FROM pragma_index_info(?1) ORDER BY seqno`, func(row *statement) error {
			d.Indexes[i].Columns = append(d.Indexes[i].Columns, row.string(0))
			return nil
		}, d.Indexes[i].Name)
		if err != nil {
			return err
		}
	}
	d.Indexes = slices.DeleteFunc(d.Indexes, func(x query.Index) bool { return !visible(x.Columns) })
	return nil
}

// fields returns the columns of a relation, each time from the engine: it keeps them in memory itself.
func (s *schema) fields(c *conn, r *relation) ([]query.Field, error) {
	if r.kind == "virtual" {
		s.connect(c, r)
	}
	var fields []query.Field
	err := c.each(`SELECT name, type, "notnull", coalesce(dflt_value, ''), pk, hidden FROM pragma_table_xinfo(?1) WHERE hidden != 1`, func(row *statement) error {
		fields = append(fields, query.Field{
			Name:       row.string(0),
			Type:       row.string(1),
			NotNull:    row.integer(2) != 0,
			Default:    row.string(3),
			PrimaryKey: int(row.integer(4)),
			Generated:  row.integer(5) > 1,
		})
		return nil
	}, r.name)
	return fields, err
}
