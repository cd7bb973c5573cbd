package oracle

import (
	"fmt"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard/sqlite"
)

// Uncovered says which of SQLite's questions to its authorizer a reading has no answer to, "" if it answers all: a
// relation, column or function that SQLite touches and the reading does not name. There must be no views: what they
// contain stands in no text.
func Uncovered(r *sqlite.Reading, events []Event) string {
	for _, event := range events {
		switch event.Action {
		case sqlite3.SQLITE_READ:
			if (event.Second == "" || merges(r)) && (namesCTE(r, event.First) || strings.HasPrefix(event.First, "(subquery-")) {
				continue // SQLite asks for these where no column of them is read, and where FULL JOIN … USING merges two
			}
			if !namesRelation(r, event.First) {
				return fmt.Sprintf("SQLite reads %s, which the reading does not name", event.First)
			}
			if event.Second != "" && event.Second != "ROWID" && !namesColumn(r, event.First, event.Second) {
				return fmt.Sprintf("SQLite reads %s.%s, which the reading does not name", event.First, event.Second)
			}
		case sqlite3.SQLITE_FUNCTION:
			if !callsFunction(r, event.Second) {
				return fmt.Sprintf("SQLite calls %s, which the reading does not name", event.Second)
			}
		}
	}
	return ""
}

// merges reports whether a statement joins by USING or NATURAL, which RIGHT and FULL JOIN do by coalesce.
func merges(r *sqlite.Reading) bool {
	return len(r.Using) > 0 || slices.ContainsFunc(r.Stars, func(s sqlite.Star) bool { return s.Implied })
}

func namesCTE(r *sqlite.Reading, name string) bool {
	for _, cte := range r.CTEs {
		if sqlite.Fold(cte) == sqlite.Fold(name) {
			return true
		}
	}
	return false
}

// relationName is the name that the authorizer is asked by.
func relationName(r sqlite.Relation) string {
	switch name := sqlite.Fold(r.Name); name {
	case "sqlite_schema", "sqlite_master":
		if sqlite.Fold(r.Schema) == "temp" {
			return "sqlite_temp_master"
		}
		return "sqlite_master"
	case "sqlite_temp_schema":
		return "sqlite_temp_master"
	default:
		return name
	}
}

func namesRelation(r *sqlite.Reading, name string) bool {
	for _, relation := range r.Relations {
		if relationName(relation) == sqlite.Fold(name) || sqlite.Fold(relation.Name) == sqlite.Fold(name) {
			return true
		}
	}
	return false
}

func namesColumn(r *sqlite.Reading, table, name string) bool {
	among := func(lists ...[]int) bool {
		for _, list := range lists {
			for _, n := range list {
				if relationName(r.Relations[n]) == sqlite.Fold(table) {
					return true
				}
			}
		}
		return false
	}
	for _, c := range r.Columns {
		if sqlite.Fold(c.Name) == sqlite.Fold(name) && among(c.Candidates, c.Outer) {
			return true
		}
	}
	for _, s := range r.Stars {
		if among(s.Candidates) {
			return true
		}
	}
	for _, u := range r.Using {
		if sqlite.Fold(u.Name) == sqlite.Fold(name) && among(u.Candidates) {
			return true
		}
	}
	return false
}

func callsFunction(r *sqlite.Reading, name string) bool {
	if name == "coalesce" && merges(r) {
		return true // SQLite's own
	}
	for _, f := range r.Functions {
		if sqlite.Fold(f.Name) == sqlite.Fold(name) {
			return true
		}
	}
	for _, o := range r.Operators {
		if sqlite.Fold(o.Name) == sqlite.Fold(name) {
			return true
		}
	}
	return false
}
