package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"vitrine/guard"
	"vitrine/query"
)

// Tables lists the tables and views that the role may read and the policy allows: partitions stand behind their table.
func (s *Source) Tables(ctx context.Context, g *guard.Guard) ([]query.Table, error) {
	c, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(c)
	rows, err := c.rows(ctx, listTables)
	if err != nil {
		return nil, s.inspectError(ctx, err)
	}
	tables := []query.Table{}
	for _, row := range rows {
		if !g.AllowsRelation(row[0], row[1]) {
			continue
		}
		table := query.Table{Schema: row[0], Name: row[1], Type: relationTypes[row[2]], Comment: row[4]}
		var columns []string
		if err := json.Unmarshal([]byte(row[3]), &columns); err != nil {
			return nil, s.inspectError(ctx, err)
		}
		for _, column := range columns {
			if g.ColumnAccess(row[0], row[1], column) != guard.Deny {
				table.Columns++
			}
		}
		tables = append(tables, table)
	}
	return tables, nil
}

var relationTypes = map[string]string{
	"r": "table", "p": "partitioned table", "v": "view", "m": "materialized view", "f": "foreign table",
}

// mayRead are the relations that a caller can be told of.
const mayRead = `c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ` + notTheUsers + `
	AND has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))`

const listTables = `SELECT n.nspname, c.relname, c.relkind,
		COALESCE((SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			AND (has_table_privilege(c.oid, 'SELECT') OR has_column_privilege(c.oid, a.attnum, 'SELECT'))), '[]'),
		obj_description(c.oid, 'pg_class')
	FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ` + mayRead + ` ORDER BY n.nspname, c.relname`

// Describe returns one table whole. Without a schema, the first of that name in the search path is meant.
func (s *Source) Describe(ctx context.Context, g *guard.Guard, schema, name string) (*query.Description, error) {
	c, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release(c)
	rows, err := c.rows(ctx, `SELECT c.oid, n.nspname, c.relname, c.relkind, obj_description(c.oid, 'pg_class')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relname = $1 AND ($2 = '' OR n.nspname = $2) AND `+mayRead+`
		ORDER BY array_position(current_schemas(false), n.nspname), n.nspname LIMIT 1`, name, schema)
	if err != nil {
		return nil, s.inspectError(ctx, err)
	}
	if len(rows) == 0 || !g.AllowsRelation(rows[0][1], rows[0][2]) {
		return nil, s.unknown(ctx, c, g, schema, name)
	}
	row := rows[0]
	d := &query.Description{Table: query.Table{Schema: row[1], Name: row[2], Type: relationTypes[row[3]], Comment: row[4]}}
	hidden, err := describeFields(ctx, c, g, row[0], d)
	if err == nil {
		err = describeKeys(ctx, c, g, row[0], d)
	}
	if err == nil && !hidden && (row[3] == "v" || row[3] == "m") {
		var definition [][]string
		if definition, err = c.rows(ctx, "SELECT pg_get_viewdef($1::oid, true)", row[0]); err == nil {
			d.SQL = definition[0][0]
		}
	}
	if err != nil {
		return nil, s.inspectError(ctx, err)
	}
	return d, nil
}

func (s *Source) unknown(ctx context.Context, c *conn, g *guard.Guard, schema, name string) error {
	rows, err := c.rows(ctx, `SELECT n.nspname, c.relname, n.nspname = ANY (current_schemas(false)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE `+mayRead)
	if err != nil {
		return s.inspectError(ctx, err)
	}
	var candidates []string
	for _, row := range rows {
		switch {
		case !g.AllowsRelation(row[0], row[1]):
		case schema != "" || row[2] != "t":
			candidates = append(candidates, row[0]+"."+row[1])
		default:
			candidates = append(candidates, row[1])
		}
	}
	if schema != "" {
		name = schema + "." + name
	}
	return query.UnknownTable(name, query.Near(name, candidates))
}

// describeFields reads the columns; hidden says that the policy or the server keeps some from the caller.
func describeFields(ctx context.Context, c *conn, g *guard.Guard, oid string, d *query.Description) (hidden bool, err error) {
	rows, err := c.rows(ctx, `SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(def.adbin, def.adrelid),
			COALESCE((SELECT array_position(i.indkey::int2[], a.attnum) + 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary), 0),
			a.attgenerated <> '' OR a.attidentity <> '', col_description(a.attrelid, a.attnum),
			has_table_privilege(a.attrelid, 'SELECT') OR has_column_privilege(a.attrelid, a.attnum, 'SELECT')
		FROM pg_attribute a LEFT JOIN pg_attrdef def ON def.adrelid = a.attrelid AND def.adnum = a.attnum
		WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`, oid)
	if err != nil {
		return false, err
	}
	d.Fields = []query.Field{}
	for _, row := range rows {
		if row[7] != "t" || g.ColumnAccess(d.Schema, d.Name, row[0]) == guard.Deny {
			hidden = true
			continue
		}
		key, _ := strconv.Atoi(row[4])
		d.Fields = append(d.Fields, query.Field{
			Name: row[0], Type: row[1], NotNull: row[2] == "t", Default: row[3],
			PrimaryKey: key, Generated: row[5] == "t", Comment: row[6],
		})
	}
	d.Columns = len(d.Fields)
	return hidden, nil
}

// describeKeys reads foreign keys and indexes; those over columns or tables that the caller may not know are left out.
func describeKeys(ctx context.Context, c *conn, g *guard.Guard, oid string, d *query.Description) error {
	shown := make(map[string]bool)
	for _, f := range d.Fields {
		shown[f.Name] = true
	}
	all := func(columns []string, known func(string) bool) bool {
		for _, column := range columns {
			if !known(column) {
				return false
			}
		}
		return true
	}
	rows, err := c.rows(ctx, `SELECT n.nspname, t.relname,
			(SELECT json_agg(a.attname ORDER BY k.i) FROM unnest(f.conkey) WITH ORDINALITY k(num, i) JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.num),
			(SELECT json_agg(a.attname ORDER BY k.i) FROM unnest(f.confkey) WITH ORDINALITY k(num, i) JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.num)
		FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace n ON n.oid = t.relnamespace
		WHERE f.conrelid = $1::oid AND f.contype = 'f' AND NOT t.relispartition ORDER BY f.conname`, oid)
	if err != nil {
		return err
	}
	for _, row := range rows {
		key := query.ForeignKey{References: row[1]}
		if row[0] != d.Schema {
			key.References = row[0] + "." + row[1]
		}
		if err := errors.Join(json.Unmarshal([]byte(row[2]), &key.Columns), json.Unmarshal([]byte(row[3]), &key.To)); err != nil {
			return err
		}
		if g.AllowsRelation(row[0], row[1]) && all(key.Columns, func(name string) bool { return shown[name] }) &&
			all(key.To, func(name string) bool { return g.ColumnAccess(row[0], row[1], name) != guard.Deny }) {
			d.ForeignKeys = append(d.ForeignKeys, key)
		}
	}
	rows, err = c.rows(ctx, `SELECT t.relname, i.indisunique,
			(SELECT json_agg(COALESCE(a.attname, pg_get_indexdef(i.indexrelid, k.n, true)) ORDER BY k.n) FROM generate_series(1, i.indnkeyatts) k(n)
				LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.n - 1] AND a.attnum <> 0),
			(SELECT COALESCE(json_agg(DISTINCT a.attname), '[]') FROM pg_depend p JOIN pg_attribute a ON a.attrelid = p.refobjid AND a.attnum = p.refobjsubid
				WHERE p.classid = 'pg_class'::regclass AND p.objid = i.indexrelid AND p.refobjid = i.indrelid AND p.refobjsubid > 0)
		FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid WHERE i.indrelid = $1::oid AND i.indislive ORDER BY t.relname`, oid)
	if err != nil {
		return err
	}
	for _, row := range rows {
		index := query.Index{Name: row[0], Unique: row[1] == "t"}
		var uses []string
		if err := errors.Join(json.Unmarshal([]byte(row[2]), &index.Columns), json.Unmarshal([]byte(row[3]), &uses)); err != nil {
			return err
		}
		plain := func(name string) bool { return shown[name] }
		if all(uses, plain) && all(index.Columns, func(name string) bool { return shown[name] || strings.ContainsAny(name, "( ") }) {
			d.Indexes = append(d.Indexes, index)
		}
	}
	return nil
}
