package sqlite

// scope is one FROM clause, with those around it.
type scope struct {
	outer   *scope
	items   []item
	byName  map[string][]int // item numbers by folded name, where there are many items
	all     []int            // the relations of the items
	visible []int            // all, then those of the scopes around; made when first asked for
}

// item is what a column can be looked up in: a relation, or a subquery or CTE, which has no number of its own.
type item struct {
	schema, name string // as a qualified column calls it
	relation     int    // index into Reading.Relations, -1 for none
	schemaTable  bool   // sqlite_schema under one of its names
}

func (i *item) matches(schema, name string) bool {
	return (equal(i.name, name) || i.schemaTable && schemaTable(name)) &&
		(schema == "" || i.schema == "" || equal(i.schema, schema))
}

// manyItems is where a scope begins to look names up in a map.
const manyItems = 16

// find returns the relations of the items that a qualified name may mean, and whether there are such items at all.
func (w *resolver) find(s *scope, schema, name string) (relations []int, found bool) {
	match := func(i *item) {
		if !i.matches(schema, name) {
			return
		}
		found = true
		switch {
		case i.relation < 0:
		case relations == nil:
			relations = w.identity[i.relation : i.relation+1 : i.relation+1]
		default:
			relations = w.join(relations, w.identity[i.relation:i.relation+1])
		}
	}
	if len(s.items) <= manyItems || schemaTable(name) {
		for i := range s.items {
			match(&s.items[i])
		}
		return relations, found
	}
	if s.byName == nil {
		s.byName = map[string][]int{}
		for i := range s.items {
			key := Fold(s.items[i].name)
			s.byName[key] = append(s.byName[key], i)
		}
	}
	for _, i := range s.byName[Fold(name)] {
		match(&s.items[i])
	}
	return relations, found
}

// outward returns the relations of s and of all scopes around it.
func (w *resolver) outward(s *scope) []int {
	if s == nil {
		return nil
	}
	if s.visible == nil {
		s.visible = w.join(s.all, w.outward(s.outer))
	}
	return s.visible
}

// join returns both lists as one. Lists are shared between columns and never changed, but by order.
func (w *resolver) join(a, b []int) []int {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	}
	joined := append(append(make([]int, 0, len(a)+len(b)), a...), b...)
	w.lists = append(w.lists, joined)
	return joined
}

// schemaTable reports whether a table name is one of those of the schema table, which SQLite takes for each other.
func schemaTable(name string) bool {
	if len(name) < len("sqlite_") || !equal(name[:len("sqlite_")], "sqlite_") {
		return false
	}
	switch Fold(name) {
	case "sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master":
		return true
	}
	return false
}
