package sqlite

// scope is one FROM clause, with those around it.
type scope struct {
	outer   *scope
	items   []item
	byName  map[string][]int // item numbers by folded name, where there are many items
	all     []int            // the relations of the items
	visible []int            // all, then those of the scopes around; made when first asked for
	asked   int              // how many qualified columns were looked up
	answers map[question]answer
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

// many is where a scope begins to keep names and answers in maps, so that no text takes quadratic time. Most statements
// stay below, where comparing is faster.
const many = 16

// question is a qualified column that is looked up: its folded schema and table. answer is what it can mean.
type question struct{ schema, table string }

type answer struct{ candidates, outer []int }

// lookup returns the relations that a qualified column may belong to: those of the innermost scope that has the name,
// and those further out.
func (w *resolver) lookup(s *scope, schema, table string) answer {
	if s.asked++; s.asked <= many {
		return w.search(s, schema, table)
	}
	if len(s.answers) > 16*many {
		schema = "" // as many schemas do not exist; without, the answer is at most too long
	}
	q := question{Fold(schema), Fold(table)}
	a, known := s.answers[q]
	if !known {
		if s.answers == nil {
			s.answers = map[question]answer{}
		}
		a = w.search(s, schema, table)
		s.answers[q] = a
	}
	return a
}

func (w *resolver) search(s *scope, schema, table string) (a answer) {
	inner := true
	for ; s != nil; s = s.outer {
		relations, found := w.find(s, schema, table)
		if inner {
			a.candidates = relations
			inner = !found
		} else {
			a.outer = w.join(a.outer, relations)
		}
	}
	return a
}

// find returns the relations of the items of one scope that a qualified name may mean, and whether there are such items
// at all.
func (w *resolver) find(s *scope, schema, name string) (relations []int, found bool) {
	shared := true // relations is a part of identity still
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
			relations = append(relations, i.relation) // moves away from identity
			shared = false
		}
	}
	switch {
	case len(s.items) <= many || schemaTable(name):
		for i := range s.items {
			match(&s.items[i])
		}
	default:
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
	}
	if !shared {
		w.lists = append(w.lists, relations)
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

// pair tells two lists from others by where they are.
type pair struct {
	a, b             *int
	lengthA, lengthB int
}

// join returns both lists as one. Lists are shared between columns and never changed, but by order; long ones are made
// once.
func (w *resolver) join(a, b []int) []int {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	}
	key := pair{&a[0], &b[0], len(a), len(b)}
	if joined := w.joined[key]; joined != nil {
		return joined
	}
	joined := append(append(make([]int, 0, len(a)+len(b)), a...), b...)
	w.lists = append(w.lists, joined)
	if len(joined) > many {
		if w.joined == nil {
			w.joined = map[pair][]int{}
		}
		w.joined[key] = joined
	}
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
