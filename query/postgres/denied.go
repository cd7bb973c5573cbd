package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/guard"
	reader "vitrine/guard/postgres"
)

// names are other names under which rows and columns of a table can be read.
type names struct {
	kin  []guard.Relation    // what it is a partition or a child of, at any depth, and what is one of it
	made map[string][]string // its generated columns, with the columns that they are made of
}

// below is what a view reads: a table or another view, and the columns of it.
type below struct {
	guard.Relation
	names
	columns []string
}

// What a view reads, through all views below it. A materialized view holds rows of its own, that are a copy of what it
// reads. The server's own views are not looked into. The dependencies of a rule name each column, but for whole rows,
// of which they say nothing.
const lookBelow = `WITH RECURSIVE v(oid) AS (
		SELECT $1::oid
		UNION
		SELECT d.refobjid FROM v JOIN pg_class c ON c.oid = v.oid AND c.relkind IN ('v', 'm') AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
			JOIN pg_rewrite r ON r.ev_class = v.oid
			JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
	)
	SELECT n.nspname, c.relname, c.oid,
		CASE WHEN c.relkind IN ('v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') THEN pg_get_viewdef(c.oid) END, c.relkind,
		(SELECT json_agg(DISTINCT a.attname) FROM v w JOIN pg_rewrite r ON r.ev_class = w.oid
			JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
			JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid WHERE w.oid <> c.oid),
		(SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
	FROM v JOIN pg_class c ON c.oid = v.oid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind NOT IN ('S', 'i', 'I', 'c')`

func (r *relation) lookBelow(ctx context.Context, c *conn, oid string) error {
	rows, err := c.rows(ctx, lookBelow, oid)
	if err != nil {
		return err
	}
	oids, whole := []string{}, false
	for _, row := range rows {
		oids = append(oids, row[2])
		if row[3] == "" {
			continue
		}
		calls, rowsWhole := definition(row[3])
		whole = whole || rowsWhole
		if row[4] == "v" { // what a materialized view calls ran when it was filled
			r.calls = append(r.calls, calls...)
		}
	}
	found, err := lookNames(ctx, c, oids...)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row[2] == oid {
			continue
		}
		b := below{Relation: guard.Relation{Schema: row[0], Name: row[1]}, names: found[row[2]]}
		columns := row[5]
		if whole {
			columns = row[6]
		}
		if columns != "" {
			if err := json.Unmarshal([]byte(columns), &b.columns); err != nil {
				return err
			}
		}
		r.below = append(r.below, b)
	}
	return nil
}

// definition returns what the definition of a view calls beyond plain built-in functions and operators, and whether it
// reads the whole row of something: the server has written out every other star. Where it cannot be read, the view
// counts as calling something that has no name.
func definition(sql string) (calls []string, whole bool) {
	readings, err := reader.Read(strings.TrimSuffix(strings.TrimSpace(sql), ";"), 1000)
	if err != nil || len(readings) != 1 {
		return []string{"something that cannot be read"}, true
	}
	isWhole := func(c reader.Column) bool { return c.Whole }
	return callsOf(readings[0]), len(readings[0].Stars) > 0 || slices.ContainsFunc(readings[0].Columns, isWhole)
}

// Where a generated column depends on another, older servers have its default depend on it, later ones the column itself.
const lookOtherNames = `WITH RECURSIVE
	up(root, oid) AS (SELECT o, o FROM unnest($1::oid[]) o UNION SELECT up.root, i.inhparent FROM up JOIN pg_inherits i ON i.inhrelid = up.oid),
	down(root, oid) AS (SELECT o, o FROM unnest($1::oid[]) o UNION SELECT down.root, i.inhrelid FROM down JOIN pg_inherits i ON i.inhparent = down.oid)
	SELECT k.root, 'kin', n.nspname, c.relname FROM (SELECT * FROM up UNION SELECT * FROM down) k
		JOIN pg_class c ON c.oid = k.oid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE k.oid <> k.root
	UNION ALL SELECT DISTINCT a.attrelid, 'made', a.attname, b.attname FROM pg_attribute a
		LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		JOIN pg_depend p ON p.refclassid = 'pg_class'::regclass AND p.refobjid = a.attrelid AND p.refobjsubid > 0
			AND (p.classid = 'pg_class'::regclass AND p.objid = a.attrelid AND p.objsubid = a.attnum OR p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid)
		JOIN pg_attribute b ON b.attrelid = a.attrelid AND b.attnum = p.refobjsubid
		WHERE a.attrelid = ANY ($1::oid[]) AND a.attgenerated <> '' AND b.attnum <> a.attnum`

func lookNames(ctx context.Context, c *conn, oids ...string) (map[string]names, error) {
	rows, err := c.rows(ctx, lookOtherNames, "{"+strings.Join(oids, ",")+"}")
	if err != nil {
		return nil, err
	}
	found := make(map[string]names, len(oids))
	for _, row := range rows {
		n := found[row[0]]
		if row[1] == "kin" {
			n.kin = append(n.kin, guard.Relation{Schema: row[2], Name: row[3]})
		} else {
			if n.made == nil {
				n.made = make(map[string][]string)
			}
			n.made[row[2]] = append(n.made[row[2]], row[3])
		}
		found[row[0]] = n
	}
	return found, nil
}

// denies reports whether the policy denies the column of the relation, under this name or another.
func (n names) denies(stmt guard.Statement, r guard.Relation, column string) bool {
	denied := func(column string) bool {
		return stmt.ColumnAccess(r.Schema, r.Name, column) == guard.Deny ||
			slices.ContainsFunc(n.kin, func(k guard.Relation) bool { return stmt.ColumnAccess(k.Schema, k.Name, column) == guard.Deny })
	}
	return denied(column) || slices.ContainsFunc(n.made[column], denied)
}

// deniesRows reports whether the policy denies the relation under another name.
func (n names) deniesRows(stmt guard.Statement) bool {
	return slices.ContainsFunc(n.kin, func(k guard.Relation) bool { return stmt.DeniesRelation(k.Schema, k.Name) })
}

// denied refuses a relation whose rows the policy denies under another name, and a view that reads what it denies. Of the
// columns of a view the server does not tell what they are made of, so that a view which reads a denied column is refused
// as a whole.
func (r *relation) denied(stmt guard.Statement, named guard.Relation) *guard.Refusal {
	refuse := func(code guard.Code, message string) *guard.Refusal {
		line, column := stmt.Place(0)
		return &guard.Refusal{
			Code: code, Message: message, Line: line, Column: column,
			Hint: "ask the schema tool which relations may be read, and use one of those",
		}
	}
	if r.names.deniesRows(stmt) {
		return refuse(guard.RelationNotAllowed, "the relation "+named.String()+" has rows that the policy denies")
	}
	for _, b := range r.below {
		if !stmt.AllowsRelation(b.Schema, b.Name) || b.deniesRows(stmt) {
			return refuse(guard.RelationNotAllowed, "the view "+named.String()+" reads what the policy denies")
		}
		for _, column := range b.columns {
			if b.denies(stmt, b.Relation, column) {
				return refuse(guard.ColumnNotAllowed, "the view "+named.String()+" reads a column that the policy denies")
			}
		}
	}
	return nil
}

// refusesColumns holds the columns that the text reads to the rules of the policy, now that it is known which columns
// there are: what a rule with a glob hits, and what stands under another name.
func refusesColumns(stmt guard.Statement, known map[guard.Relation]*relation) *guard.Refusal {
	if !stmt.DeniesColumns() {
		return nil
	}
	denies := func(named guard.Relation, column string) bool {
		r := known[named]
		return r.exists && r.names.denies(stmt, guard.Relation{Schema: r.schema, Name: r.name}, column)
	}
	return stmt.JudgeColumns(denies, func(named guard.Relation) bool {
		return slices.ContainsFunc(known[named].columns, func(column string) bool { return denies(named, column) })
	})
}
