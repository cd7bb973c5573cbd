package sqlite

import (
	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
)

// reach is what a statement may touch: what its text names, and what the views and virtual tables among it lead to.
type reach struct {
	relations map[string]bool // folded
	inner     map[string]bool // shadow tables of virtual tables, of which no policy speaks
	functions map[string]bool // that views, generated columns and indexes call, folded
}

func newReach() *reach {
	return &reach{relations: make(map[string]bool), inner: make(map[string]bool), functions: make(map[string]bool)}
}

// note adds functions. Which of those in the schema the engine reports depends on the plan that it chooses.
func (r *reach) note(functions []string) {
	for _, name := range functions {
		r.functions[name] = true
	}
}

func (r *reach) add(o *reach) {
	for name := range o.relations {
		r.relations[name] = true
	}
	for name := range o.inner {
		r.inner[name] = true
	}
	for name := range o.functions {
		r.functions[name] = true
	}
}

// reachOf returns what a statement may touch, or the refusal of a relation that is not to be read at all: a shadow
// table that the text names, or a full-text index over columns that the policy hides.
func (s *schema) reachOf(c *conn, stmt admitted) (*reach, *guard.Refusal) {
	whole := newReach()
	for _, named := range stmt.Relations() {
		name := canonical(named.Name)
		if name == schemaTable && fold(named.Schema) == "temp" {
			name = tempSchemaTable
		}
		if r := s.relations[name]; r != nil && r.owner != nil {
			return nil, relationRefusal(named.Name)
		}
		whole.add(s.reachFrom(c, name))
	}
	for name := range whole.relations {
		r := s.relations[name]
		if r == nil {
			continue
		}
		if r.owner != nil && !whole.inner[name] || s.indexesHidden(stmt, r) {
			return nil, relationRefusal(r.name)
		}
		if r.kind == "virtual" {
			s.connect(c, r)
		}
	}
	return whole, nil
}

// reachFrom returns what one relation leads to, itself included.
func (s *schema) reachFrom(c *conn, name string) *reach {
	r := s.relations[name]
	if r == nil || r.kind == "table" {
		one := newReach()
		one.relations[name] = true
		if r != nil {
			one.note(r.calls)
		}
		return one
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.reaches[name]; known != nil {
		return known
	}
	found := newReach()
	found.relations[name] = true
	if r.kind == "view" {
		s.followView(c, r, found)
	}
	// A view may lead to virtual tables, and these to tables and other virtual tables.
	for pending := keys(found.relations); len(pending) > 0; pending = pending[1:] {
		for _, next := range s.follow(pending[0], found) {
			if !found.relations[next] {
				found.relations[next] = true
				pending = append(pending, next)
			}
		}
	}
	for name := range found.relations {
		if r := s.relations[name]; r != nil {
			found.note(r.calls)
		}
	}
	s.reaches[name] = found
	return found
}

// followView lets the engine compile a SELECT of the whole view, which is never run, and notes what it reports.
func (s *schema) followView(c *conn, view *relation, into *reach) {
	defer c.auth.enter(noting{into})()
	compiled, err := c.prepare("SELECT * FROM main." + identifier(view.name))
	if err == nil {
		compiled.finalize()
	} // else the statement that names the view fails in the same way
}

// follow returns what a virtual table reads beside itself, and notes its shadow tables.
func (s *schema) follow(name string, into *reach) []string {
	r := s.relations[name]
	if r == nil || r.kind != "virtual" {
		return nil
	}
	for _, ending := range shadows[r.module] {
		into.inner[name+"_"+ending] = true
		into.relations[name+"_"+ending] = true
	}
	var next []string
	switch r.module {
	case "fts5":
		if table := r.option("content"); table != "" {
			next = append(next, fold(table))
		}
	case "fts5vocab":
		if len(r.args) >= 2 && len(r.args[len(r.args)-2]) == 1 {
			next = append(next, fold(r.args[len(r.args)-2][0].text))
		}
	}
	return next
}

// option returns the value of an argument written as name=value, "" where there is none.
func (r *relation) option(name string) string {
	for _, arg := range r.args {
		if len(arg) == 3 && arg[0].is(name) && arg[1].is("=") {
			return arg[2].text
		}
	}
	return ""
}

// indexesHidden reports whether a relation is a full-text index, or the vocabulary of one, over a column that the
// policy denies or masks: whoever may search it can find out what it hides.
func (s *schema) indexesHidden(stmt admitted, r *relation) bool {
	switch r.module {
	case "fts5":
		content := fold(r.option("content"))
		for _, arg := range r.args {
			if len(arg) == 0 || len(arg) > 1 && arg[1].is("=") {
				continue
			}
			column := arg[0].text
			if stmt.ColumnAccess("main", r.name, column) != guard.Allow ||
				content != "" && s.access(stmt, "main", content, column) != guard.Allow {
				return true
			}
		}
	case "fts5vocab":
		for _, name := range s.follow(fold(r.name), newReach()) {
			index := s.relations[name]
			if index == nil || !stmt.AllowsRelation("main", name) || s.indexesHidden(stmt, index) {
				return true
			}
		}
	}
	return false
}

// connect lets the engine load a virtual table on the connection before a statement that reads it is judged. Modules
// compile the statements that they will need at this moment, those that write among them: the R-tree's do. They are
// compiled and not run; the file stays read-only.
func (s *schema) connect(c *conn, r *relation) {
	if c.loaded == nil || c.loadedCookie != s.cookie {
		c.loaded, c.loadedCookie = make(map[string]bool), s.cookie
	}
	if c.loaded[r.name] {
		return
	}
	c.loaded[r.name] = true
	defer c.auth.enter(loading{s, r})()
	compiled, err := c.prepare("SELECT 1 FROM main." + identifier(r.name))
	if err == nil {
		compiled.finalize()
	} // else the statement that names the table fails in the same way
}

// loading permits what a module may compile when one of its tables is loaded.
type loading struct {
	schema *schema
	table  *relation
}

func (l loading) judge(a action) verdict {
	switch a.code {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION:
		return permit
	case sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
		if shadow := l.schema.relations[fold(a.first)]; shadow != nil && shadow.owner == l.table {
			return permit
		}
	}
	return deny
}

// noting permits what a view may do and notes it.
type noting struct{ into *reach }

func (n noting) judge(a action) verdict {
	switch a.code {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE:
		return permit
	case sqlite3.SQLITE_READ:
		n.into.relations[fold(a.first)] = true
		return permit
	case sqlite3.SQLITE_FUNCTION:
		n.into.functions[fold(a.second)] = true
		return permit
	}
	return deny
}

func keys(set map[string]bool) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	return names
}
