package sqlite

import (
	"maps"
	"math"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"vitrine/guard"
	guardsqlite "vitrine/guard/sqlite"
)

// admitted is what the authorizer asks of a statement that a guard has admitted. guard.Statement is one.
type admitted interface {
	Relations() []guard.Relation
	Functions() []string
	Defines(commonTable string) bool
	AllowsRelation(schema, relation string) bool
	ColumnAccess(schema, relation, column string) guard.Access
	AllowsFunction(name string) bool
	AllowsPragma(name string) bool
}

// caller judges the actions of a caller's statement. It permits reading what the text names, and what the views and
// virtual tables that it names lead to, as far as the policy goes; all else it denies. The first denial is kept, since
// the engine's own error says no more than "not authorized".
type caller struct {
	stmt    admitted
	text    string
	schema  *schema
	reach   *reach // what the text names and leads to
	running bool   // the statement is compiled: what still comes is asked by virtual tables, or compiles it again
	refusal *guard.Refusal
	masked  map[string]bool // columns that were blanked, as relation.column
}

// operators are the functions that the engine calls for what the text writes as an operator or a keyword; RIGHT and FULL
// JOIN … USING take the column of one side or the other by coalesce.
var operators = map[string]bool{
	"like": true, "glob": true, "regexp": true, "match": true, "->": true, "->>": true,
	"current_date": true, "current_time": true, "current_timestamp": true, "coalesce": true,
}

func (j *caller) judge(a action) verdict {
	switch a.code {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE:
		return permit
	case sqlite3.SQLITE_READ:
		return j.read(a)
	case sqlite3.SQLITE_FUNCTION:
		return j.function(fold(a.second))
	case sqlite3.SQLITE_PRAGMA:
		return j.pragma(fold(a.first), a.second)
	}
	return j.deny(disagree("the engine sees more than a SELECT in it"))
}

// read decides on reading a column, or a relation without a column of it.
func (j *caller) read(a action) verdict {
	name := fold(a.first)
	if name == schemaTable && fold(a.database) == "temp" {
		name = tempSchemaTable // where no column is used, the engine reports it so
	}
	if !j.reach.relations[name] {
		if a.second == "" && (j.stmt.Defines(a.first) || !j.schema.has(name)) {
			return permit // a common table: where no column is used, the engine reports these too
		}
		if j.passing(name) && (!j.schema.has(name) || j.stmt.AllowsRelation(a.database, a.first) &&
			j.schema.access(j.stmt, a.database, name, a.second) == guard.Allow) {
			return permit
		}
		return j.deny(disagree("the engine reads a relation that is not named in it"))
	}
	if !j.reach.inner[name] && !j.stmt.AllowsRelation(a.database, a.first) {
		return j.deny(j.relationRefusal(a))
	}
	if a.second == "" {
		return permit
	}
	switch j.schema.access(j.stmt, a.database, name, a.second) {
	case guard.Allow:
		return permit
	case guard.Mask:
		if j.masked == nil {
			j.masked = make(map[string]bool)
		}
		j.masked[a.first+"."+a.second] = true
		return blank
	default:
		return j.deny(columnRefusal(a.second))
	}
}

// passing reports whether the name is that of a common table or a subquery of the statement. The engine asks for the
// columns of these where FULL JOIN … USING merges them with others.
func (j *caller) passing(name string) bool {
	if strings.HasPrefix(name, "(subquery-") {
		return true
	}
	read, err := guardsqlite.Read(j.text, math.MaxInt)
	return err == nil && slices.ContainsFunc(read.CTEs, func(cte string) bool { return fold(cte) == name })
}

func (j *caller) function(name string) verdict {
	if !j.stmt.AllowsFunction(name) {
		return j.deny(&guard.Refusal{
			Code:    guard.FunctionNotAllowed,
			Message: "the function " + name + " is not among those that may be called",
			Hint:    "use another function; one that a view calls can be admitted in the policy",
		})
	}
	if j.running || operators[name] || j.reach.functions[name] || slices.Contains(j.stmt.Functions(), name) {
		return permit
	}
	return j.deny(disagree("the engine calls a function that is not named in it"))
}

// describing are the pragmas that only describe, whatever their argument; telling are those that only tell as long as
// they have none. Others are denied even where a policy allows them: with an argument they would change the connection.
var (
	describing = map[string]bool{
		"table_info": true, "table_xinfo": true, "table_list": true, "index_list": true, "index_info": true,
		"index_xinfo": true, "foreign_key_list": true, "collation_list": true, "function_list": true, "module_list": true,
		"pragma_list": true, "compile_options": true, "foreign_key_check": true, "integrity_check": true, "quick_check": true,
	}
	telling = map[string]bool{
		"application_id": true, "auto_vacuum": true, "encoding": true, "freelist_count": true, "journal_mode": true,
		"page_count": true, "page_size": true, "schema_version": true, "user_version": true,
	}
)

// pragma permits the pragmas behind the table functions that the text names, and the one that full-text search reads
// to see whether its index has changed.
func (j *caller) pragma(name, argument string) verdict {
	if name == "data_version" && argument == "" {
		return permit
	}
	if !j.reach.relations["pragma_"+name] {
		return j.deny(disagree("the engine runs a pragma that is not named in it"))
	}
	if j.stmt.AllowsPragma(name) && (describing[name] || telling[name] && argument == "") {
		return permit
	}
	return j.deny(&guard.Refusal{
		Code:    guard.PragmaNotAllowed,
		Message: "pragma_" + name + " is not among the pragma functions that may be read",
		Hint:    "use the schema tools",
	})
}

func (j *caller) deny(r *guard.Refusal) verdict {
	if j.refusal == nil {
		j.refusal = r
	}
	return deny
}

// relationRefusal names the relation only where the text does: what a view leads to is not the caller's to know.
func (j *caller) relationRefusal(a action) *guard.Refusal {
	if j.names(fold(a.first)) {
		return relationRefusal(a.first)
	}
	return &guard.Refusal{
		Code:    guard.RelationNotAllowed,
		Message: "a view or virtual table in the statement leads to a relation that the policy does not allow",
		Hint:    "read other relations; the schema tools list those that may be read",
	}
}

func relationRefusal(name string) *guard.Refusal {
	return &guard.Refusal{
		Code:    guard.RelationNotAllowed,
		Message: "the relation " + name + " may not be read",
		Hint:    "read other relations; the schema tools list those that may be read",
	}
}

func columnRefusal(name string) *guard.Refusal {
	return &guard.Refusal{
		Code:    guard.ColumnNotAllowed,
		Message: "the column " + name + " may not be read",
		Hint:    "leave it out, and write the columns that you need instead of *",
	}
}

// disagree is the refusal of a statement in which the engine sees what the guard did not.
func disagree(what string) *guard.Refusal {
	return &guard.Refusal{
		Code:    guard.ReadersDisagree,
		Message: what,
		Hint:    "write the statement more plainly, without unusual quoting",
	}
}

// maskedColumns returns the columns that were blanked, sorted.
func (j *caller) maskedColumns() []string {
	return slices.SortedFunc(maps.Keys(j.masked), strings.Compare)
}
