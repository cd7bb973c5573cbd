package sqlite

// ctes are the tables of one WITH, with those around it. All of them are in scope in each of their bodies.
type ctes struct {
	outer  *ctes
	tables []cte
	byName map[string]int // by folded name, where there are many
}

// cte is one table of a WITH. SQLite puts its body in the place of every use, so that the body sees the tables around
// that place: WITH c AS (SELECT x) SELECT (SELECT * FROM c) FROM t reads t.x.
type cte struct {
	name   string
	around *scope // the scope around its WITH
	uses   []use
	beyond *scope // what its uses let it see, beside around; made when first asked for
}

// use is a place that a CTE is read at.
type use struct {
	around *scope // the scope around the SELECT that reads it
	in     *cte   // the CTE whose body that stands in, nil for none
}

// find returns the CTE that a name means, nil for none.
func (c *ctes) find(name string) *cte {
	for ; c != nil; c = c.outer {
		if len(c.tables) > many {
			if c.byName == nil {
				c.byName = map[string]int{}
				for i := len(c.tables) - 1; i >= 0; i-- {
					c.byName[Fold(c.tables[i].name)] = i
				}
			}
			if i, ok := c.byName[Fold(name)]; ok {
				return &c.tables[i]
			}
			continue
		}
		for i := range c.tables {
			if equal(c.tables[i].name, name) {
				return &c.tables[i]
			}
		}
	}
	return nil
}

// pending is a column in the body of a CTE, which waits until all uses of it are known.
type pending struct {
	column int // index into Reading.Columns
	in     *cte
}

// settle adds to the columns in the bodies of CTEs what they see by the uses of the CTEs.
func (w *resolver) settle() {
	for _, p := range w.pending {
		c := &w.Columns[p.column]
		beyond := w.beyond(p.in)
		more := beyond.all
		if c.Table != "" {
			more = w.lookup(beyond, c.Schema, c.Table).candidates
		}
		c.Outer = w.join(c.Outer, more)
	}
}

// mostBeyond bounds the work of finding out what CTEs see beyond their text, for all of them together. Where it does not
// suffice, every relation of the statement counts as seen.
const mostBeyond = 1 << 14

// beyond returns the tables that a CTE sees by its uses, as one scope.
func (w *resolver) beyond(c *cte) *scope {
	if c.beyond != nil {
		return c.beyond
	}
	c.beyond = &scope{}
	scopes := map[*scope]bool{}
	seen := map[*cte]bool{c: true}
	bodies := []*cte{c}
	for i := 0; i < len(bodies); i++ { // grows meanwhile
		for _, u := range bodies[i].uses {
			for s := u.around; s != nil && s != bodies[i].around && !scopes[s]; s = s.outer {
				scopes[s] = true
				c.beyond.items = append(c.beyond.items, s.items...)
				c.beyond.all = append(c.beyond.all, s.all...)
				w.sought += len(s.items)
			}
			if u.in != nil && !seen[u.in] {
				seen[u.in] = true
				bodies = append(bodies, u.in)
			}
			if w.sought++; w.sought > mostBeyond {
				c.beyond = w.everything()
				return c.beyond
			}
		}
	}
	if len(c.beyond.all) > 0 {
		w.lists = append(w.lists, c.beyond.all)
	}
	return c.beyond
}

// everything returns all relations of the statement as one scope.
func (w *resolver) everything() *scope {
	if w.whole == nil {
		w.whole = &scope{all: w.identity[:len(w.Relations)]}
		for i, r := range w.Relations {
			it := item{schema: r.Schema, name: r.Name, relation: i, schemaTable: r.Alias == "" && schemaTable(r.Name)}
			if r.Alias != "" {
				it.name = r.Alias
			}
			w.whole.items = append(w.whole.items, it)
		}
	}
	return w.whole
}
