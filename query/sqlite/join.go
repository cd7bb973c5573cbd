package sqlite

import (
	"fmt"

	"vitrine/guard"
)

// joins refuses a statement that compares a denied or masked column by NATURAL JOIN or JOIN … USING. For the columns
// that these name or imply the engine asks its authorizer nothing, so that
//
//	SELECT count(*) FROM users JOIN (SELECT 'guess' AS token) USING (token)
//
// would tell what token holds. The columns of subqueries and views are asked for where they are selected.
func (j *caller) joins(c *conn, text string) (*guard.Refusal, error) {
	tokens := scan(text)
	for i, t := range tokens {
		switch {
		case t.is("using") && i+1 < len(tokens) && tokens[i+1].is("("):
			for _, name := range inParentheses(tokens[i+1:]) {
				for relation := range j.reach.relations {
					if j.names(relation) && j.schema.access(j.stmt, "main", relation, name.text) != guard.Allow {
						return joinRefusal(name.text), nil
					}
				}
			}
		case t.is("natural"):
			for relation := range j.reach.relations {
				r := j.schema.relations[relation]
				if r == nil || !j.names(relation) {
					continue
				}
				fields, err := j.schema.fields(c, r)
				if err != nil {
					return nil, err
				}
				for _, f := range fields {
					if j.schema.access(j.stmt, "main", relation, f.Name) != guard.Allow {
						return joinRefusal(""), nil
					}
				}
			}
		}
	}
	return nil, nil
}

// joinRefusal does not name the column of a NATURAL JOIN: the text does not either.
func joinRefusal(column string) *guard.Refusal {
	if column == "" {
		return &guard.Refusal{
			Code:    guard.ColumnNotAllowed,
			Message: "NATURAL JOIN of a relation of which the policy denies or masks a column is not allowed",
			Hint:    "write JOIN … ON with the columns that you compare",
		}
	}
	return &guard.Refusal{
		Code:    guard.ColumnNotAllowed,
		Message: fmt.Sprintf("the column %s may not be joined with USING", column),
		Hint:    "write JOIN … ON with other columns",
	}
}
