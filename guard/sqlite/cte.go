package sqlite

import "slices"

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
		if len(c.tables) > manyItems {
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
			more, _ = w.find(beyond, c.Schema, c.Table)
		}
		c.Outer = w.join(c.Outer, more)
	}
}

// beyond returns the tables that a CTE sees by its uses, as one scope.
func (w *resolver) beyond(c *cte) *scope {
	if c.beyond != nil {
		return c.beyond
	}
	c.beyond = &scope{}
	scopes := map[*scope]bool{}
	bodies := []*cte{c}
	for i := 0; i < len(bodies); i++ { // grows meanwhile
		for _, u := range bodies[i].uses {
			for s := u.around; s != nil && s != bodies[i].around && !scopes[s]; s = s.outer {
				scopes[s] = true
				c.beyond.items = append(c.beyond.items, s.items...)
				c.beyond.all = append(c.beyond.all, s.all...)
			}
			if u.in != nil && !slices.Contains(bodies, u.in) {
				bodies = append(bodies, u.in)
			}
		}
	}
	if len(c.beyond.all) > 0 {
		w.lists = append(w.lists, c.beyond.all)
	}
	return c.beyond
}
