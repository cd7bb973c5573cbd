package guard

import "fmt"

// columnRules say what of the relations that a text names is hidden.
type columnRules struct {
	denies func(r Relation, column string) bool // the column may not be read
	hides  func(r Relation) bool                // some column of it may not be read, so that * must not stand for all
}

// columns are the rules of the policy as far as the text alone can tell: which columns a relation has, and so what a rule
// with a glob hits, only the engine knows.
func (p *policy) columns() columnRules {
	return columnRules{
		denies: func(r Relation, column string) bool { return p.columnAccess(r.Schema, r.Name, column) == Deny },
		hides:  func(r Relation) bool { return p.deniesSome(r.Schema, r.Name) },
	}
}

// judgeColumns refuses the columns that a rule denies. A reference without a qualifier is held to the rules of every
// relation that it could belong to.
func judgeColumns(r *reading, rules columnRules) *Refusal {
	for _, column := range r.columns {
		for _, i := range column.candidates {
			rel := r.relations[i]
			if !rules.denies(rel.Relation, column.name) {
				continue
			}
			refusal := &Refusal{
				Code: ColumnNotAllowed, Offset: column.offset,
				Message: fmt.Sprintf("the column %s of %s may not be read: it is denied by the policy", column.name, rel),
				Hint:    "leave the column out; the schema tool lists those that may be read",
			}
			if !column.qualified && len(column.candidates) > 1 {
				refusal.Message = fmt.Sprintf("the column %s may not be read as a column of %s: it is denied by the policy", column.name, rel)
				refusal.Hint = "where another relation's column is meant, write its name or alias before it"
			}
			return refusal
		}
	}
	for _, star := range r.stars {
		for _, i := range star.candidates {
			rel := r.relations[i]
			if !rules.hides(rel.Relation) {
				continue
			}
			refusal := &Refusal{
				Code: ColumnNotAllowed, Offset: star.offset,
				Message: fmt.Sprintf("* would read columns of %s that are denied by the policy", rel),
				Hint:    "name the columns that you need; the schema tool lists those that may be read",
			}
			if star.natural {
				refusal.Message = fmt.Sprintf("NATURAL JOIN could compare columns of %s that are denied by the policy", rel)
				refusal.Hint = "write JOIN … ON with the columns that you compare"
			}
			return refusal
		}
	}
	return nil
}

// JudgeColumns holds the columns that a PostgreSQL text reads, also through * and whole rows, to what its source knows of
// the database: denies says that a column of a relation may not be read, hides that some column of it may not. It is nil
// where nothing is refused, and for other dialects, whose engines report each column themselves.
func (s Statement) JudgeColumns(denies func(r Relation, column string) bool, hides func(r Relation) bool) *Refusal {
	if s.checked == nil || s.checked.read == nil {
		return nil
	}
	refusal := judgeColumns(s.checked.read, columnRules{denies, hides})
	if refusal == nil {
		return nil
	}
	return place(s.checked.given, refusal)
}

// DeniesColumns reports whether the policy denies any column of any relation.
func (s Statement) DeniesColumns() bool {
	return s.checked == nil || len(s.checked.policy.denyColumns) > 0
}

// DeniesRelation reports whether a rule of the policy denies the relation by name, whatever others allow. Rows of it that
// are reached by another name (a partition of it, the table that it is a partition of) are denied with it.
func (s Statement) DeniesRelation(schema, relation string) bool {
	return s.checked == nil || s.checked.policy.deniesRelation(schema, relation)
}
