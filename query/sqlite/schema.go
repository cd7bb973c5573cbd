package sqlite

import (
	"strings"
	"sync"

	"vitrine/guard"
)

// schema is what the database holds at one value of its schema cookie: https://sqlite.org/pragma.html#pragma_schema_version.
type schema struct {
	cookie    int64
	relations map[string]*relation // by folded name
	order     []*relation          // as the database lists them
	mu        sync.Mutex
	reaches   map[string]*reach // of views, by folded name, once asked for
}

// relation is a table or view of the database.
type relation struct {
	name    string
	kind    string // table, view, virtual
	sql     string
	module  string              // of a virtual table, folded
	args    [][]token           // of a virtual table
	owner   *relation           // the virtual table whose shadow table this is
	depends map[string][]string // generated columns, and the names that stand in their definitions
	calls   []string            // functions that its generated columns and the expressions of its indexes call, folded
}

// schemaTable and tempSchemaTable are the names under which the engine reports sqlite_schema and sqlite_temp_schema,
// whatever the text calls them.
const (
	schemaTable     = "sqlite_master"
	tempSchemaTable = "sqlite_temp_master"
)

// canonical returns the name by which the engine reports a relation.
func canonical(name string) string {
	switch name = fold(name); name {
	case "sqlite_schema":
		return schemaTable
	case "sqlite_temp_schema":
		return tempSchemaTable
	}
	return name
}

// shadows are the endings of the names of the tables in which the modules keep their data.
var shadows = map[string][]string{
	"fts5":      {"data", "idx", "content", "docsize", "config"},
	"rtree":     {"node", "rowid", "parent"},
	"rtree_i32": {"node", "rowid", "parent"},
	"geopoly":   {"node", "rowid", "parent"},
	"fts4":      {"content", "segments", "segdir", "docsize", "stat"},
	"fts3":      {"content", "segments", "segdir", "docsize", "stat"},
}

// loadSchema reads the list of tables and views.
func loadSchema(c *conn, cookie int64) (*schema, error) {
	s := &schema{cookie: cookie, relations: make(map[string]*relation), reaches: make(map[string]*reach)}
	indexes := make(map[string][]string) // the folded name of a table to the definitions of its indexes
	err := c.each("SELECT type, name, sql, tbl_name FROM sqlite_schema WHERE type IN ('table', 'view', 'index')", func(row *statement) error {
		r := &relation{kind: row.string(0), name: row.string(1), sql: row.string(2)}
		if r.kind == "index" {
			if strings.Count(r.sql, "(") > 1 {
				table := fold(row.string(3))
				indexes[table] = append(indexes[table], r.sql)
			}
			return nil
		}
		if r.kind == "table" {
			r.define()
		}
		s.relations[fold(r.name)] = r
		s.order = append(s.order, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for table, definitions := range indexes {
		if r := s.relations[table]; r != nil {
			for _, definition := range definitions {
				r.calls = append(r.calls, called(scan(definition))...)
			}
		}
	}
	for _, r := range s.order {
		for _, ending := range shadows[r.module] {
			if shadow := s.relations[fold(r.name)+"_"+ending]; shadow != nil && shadow.kind == "table" {
				shadow.owner = r
			}
		}
	}
	return s, nil
}

// define learns from a table's definition what module it has and which of its columns are generated.
func (r *relation) define() {
	if !strings.Contains(fold(r.sql), "virtual") && !strings.Contains(fold(r.sql), "as") {
		return
	}
	tokens := scan(r.sql)
	if len(tokens) > 2 && tokens[1].is("virtual") {
		r.kind = "virtual"
		for i, t := range tokens {
			if t.is("using") && i+1 < len(tokens) {
				r.module = fold(tokens[i+1].text)
				r.args = list(inParentheses(tokens[i+1:]))
				break
			}
		}
		return
	}
	r.calls = called(tokens)
	for _, definition := range list(inParentheses(tokens)) {
		for i := 1; i+1 < len(definition); i++ {
			if definition[i].is("as") && definition[i+1].is("(") {
				if r.depends == nil {
					r.depends = make(map[string][]string)
				}
				column := fold(definition[0].text)
				for _, t := range definition[1:] {
					r.depends[column] = append(r.depends[column], fold(t.text))
				}
				break
			}
		}
	}
}

// called returns what stands before a parenthesis in a definition: the functions that it calls, and some words more.
func called(tokens []token) []string {
	var names []string
	for i, t := range tokens {
		if i > 0 && t.is("(") {
			names = append(names, fold(tokens[i-1].text))
		}
	}
	return names
}

// has reports whether there is a relation of the folded name, the engine's own tables included.
func (s *schema) has(name string) bool {
	return s.relations[name] != nil || name == schemaTable || strings.HasPrefix(name, "pragma_")
}

// access returns what the policy lets a statement do with a column, given that no generated column tells what the
// columns that it is made of may not.
func (s *schema) access(policy columns, database, relation, column string) guard.Access {
	r := s.relations[relation]
	if r == nil || r.depends == nil {
		return policy.ColumnAccess(database, relation, column)
	}
	access := guard.Allow
	seen := make(map[string]bool)
	var visit func(column string)
	visit = func(column string) {
		if seen[column] {
			return
		}
		seen[column] = true
		access = min(access, policy.ColumnAccess(database, relation, column))
		for _, name := range r.depends[column] {
			visit(name)
		}
	}
	visit(fold(column))
	return access
}

// columns is a policy on columns: that of a guard, or of a statement that it admitted.
type columns interface {
	ColumnAccess(schema, relation, column string) guard.Access
}
