package sqlite

import (
	"strings"

	"vitrine/guard"
	"vitrine/query"
)

// unknownColumn is the error of a column that the engine did not find, with near names of columns of the relations in
// the statement. A name that a rule denies is refused whether it exists or not.
func (j *caller) unknownColumn(c *conn, written string) error {
	name := written
	if i := strings.LastIndexByte(written, '.'); i >= 0 {
		name = written[i+1:]
	}
	var candidates []string
	for relation := range j.reach.relations {
		r := j.schema.relations[relation]
		if r == nil || j.reach.inner[relation] || !j.stmt.AllowsRelation("main", r.name) {
			continue
		}
		if j.stmt.ColumnAccess("main", r.name, name) == guard.Deny {
			return columnRefusal(name)
		}
		if !j.names(relation) {
			continue
		}
		fields, err := j.schema.fields(c, r)
		if err != nil {
			continue
		}
		for _, f := range fields {
			if j.schema.access(j.stmt, "main", relation, f.Name) != guard.Deny {
				candidates = append(candidates, f.Name)
			}
		}
	}
	return query.UnknownColumn(written, query.Near(name, candidates))
}

// names reports whether the text itself names the relation.
func (j *caller) names(relation string) bool {
	for _, r := range j.stmt.Relations() {
		if canonical(r.Name) == relation {
			return true
		}
	}
	return false
}

// unknownTable is the error of a table that the engine did not find, with near names of those that may be read.
func (j *caller) unknownTable(written string) error {
	name := written
	if i := strings.LastIndexByte(written, '.'); i >= 0 {
		name = written[i+1:]
	}
	var candidates []string
	for _, r := range j.schema.order {
		if r.owner == nil && j.stmt.AllowsRelation("main", r.name) {
			candidates = append(candidates, r.name)
		}
	}
	return query.UnknownTable(written, query.Near(name, candidates))
}
