package sqlite

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"vitrine/guard"
	guardsqlite "vitrine/guard/sqlite"
)

// joins refuses a statement that compares a denied or masked column by NATURAL JOIN or JOIN … USING. For the columns
// that these name or imply the engine asks its authorizer nothing, so that
//
//	SELECT count(*) FROM users JOIN (SELECT 'guess' AS token) USING (token)
//
// would tell what token holds. The columns of subqueries and views are asked for where they are selected.
func (j *caller) joins(c *conn, text string) (*guard.Refusal, error) {
	if folded := fold(text); !strings.Contains(folded, "using") && !strings.Contains(folded, "natural") {
		return nil, nil
	}
	read, err := guardsqlite.Read(text, math.MaxInt)
	if err != nil {
		return disagree("the engine reads it, and the guard's reader does not"), nil
	}
	for _, column := range read.Using {
		for _, i := range column.Candidates {
			if j.hides(canonical(read.Relations[i].Name), column.Name) {
				return joinRefusal(column.Name), nil
			}
		}
	}
	for _, star := range read.Stars {
		if !star.Natural {
			continue
		}
		compares, err := j.compares(c, read, star)
		if compares || err != nil {
			return joinRefusal(""), err
		}
	}
	return nil, nil
}

// hides reports whether the column of the relation is denied or masked.
func (j *caller) hides(relation, column string) bool {
	return j.schema.access(j.stmt, "main", relation, column) != guard.Allow
}

// compares reports whether a NATURAL JOIN could compare a hidden column: whether a relation of its FROM clause has one,
// and something else there has, or may have, a column of the same name.
func (j *caller) compares(c *conn, read *guardsqlite.Reading, star guardsqlite.Star) (bool, error) {
	named := make(map[string]int) // folded names of columns, and how many relations have them
	unknown := star.Others
	var secret []string
	for _, i := range star.Candidates {
		name := canonical(read.Relations[i].Name)
		r := j.schema.relations[name]
		if r == nil {
			unknown = true // a table function, or a table of the engine itself
			continue
		}
		fields, err := j.schema.fields(c, r)
		if err != nil {
			return false, err
		}
		for _, f := range fields {
			named[fold(f.Name)]++
			if j.hides(name, f.Name) {
				secret = append(secret, fold(f.Name))
			}
		}
	}
	if unknown && len(secret) > 0 {
		return true, nil
	}
	return slices.ContainsFunc(secret, func(name string) bool { return named[name] > 1 }), nil
}

// joinRefusal does not name the column of a NATURAL JOIN: the text does not either.
func joinRefusal(column string) *guard.Refusal {
	if column == "" {
		return &guard.Refusal{
			Code:    guard.ColumnNotAllowed,
			Message: "a NATURAL JOIN that could compare a column which the policy denies or masks is not allowed",
			Hint:    "write JOIN … ON with the columns that you compare",
		}
	}
	return &guard.Refusal{
		Code:    guard.ColumnNotAllowed,
		Message: fmt.Sprintf("the column %s may not be joined with USING", column),
		Hint:    "write JOIN … ON with other columns",
	}
}
