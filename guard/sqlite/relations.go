package sqlite

import "strings"

// Class says what a relation's name stands for, as far as a name can tell.
type Class int

// The classes of relations.
const (
	Ordinary    Class = iota
	SchemaTable       // sqlite_schema and its older name: the list of everything in the database
	Statistics        // sqlite_stat1 and sqlite_stat4: https://sqlite.org/fileformat2.html#stat4tab
	Pragma            // pragma_NAME, a table function: https://sqlite.org/pragma.html#pragfunc
	Module            // a table function of an extension that reads beyond the database, where one is linked in
	Internal          // never to be read, whatever the policy says
)

// internal relations are part of the engine, or of extensions that expose it.
var internal = map[string]bool{
	"sqlite_dbpage":  true, // raw pages of any table
	"sqlite_dbdata":  true,
	"sqlite_dbptr":   true,
	"dbstat":         true, // the sizes of all tables
	"sqlite_memstat": true,
	"sqlite_stmt":    true, // the SQL of other callers
	"bytecode":       true,
	"tables_used":    true,
	"memstat":        true,
	"fts3tokenize":   true,
}

// modules are table functions of well-known extensions that read files, directories or archives, or run SQL. The
// linked SQLite has none of them; a database that uses such a name for a table of its own needs a rule that allows it.
var modules = map[string]bool{
	"csv": true, "zipfile": true, "fsdir": true, "completion": true, "unionvtab": true, "swarmvtab": true, "vsv": true,
	"lsm1": true,
}

// pragmas are the table functions of pragmas that only describe the schema.
var pragmas = map[string]bool{
	"table_info": true, "table_xinfo": true, "table_list": true, "index_list": true, "index_info": true,
	"index_xinfo": true, "foreign_key_list": true, "collation_list": true, "function_list": true,
}

// ClassOf returns what a folded name stands for.
func ClassOf(schema, name string) Class {
	switch {
	case internal[name]:
		return Internal
	case name == "sqlite_schema", name == "sqlite_master", name == "sqlite_temp_schema", name == "sqlite_temp_master":
		// Those of the temporary schema are always empty here: a read-only connection has no temporary tables.
		return SchemaTable
	case strings.HasPrefix(name, "sqlite_stat"):
		return Statistics
	case strings.HasPrefix(name, "pragma_"):
		return Pragma
	case modules[name]:
		return Module
	}
	return Ordinary
}

// AllowedPragma reports whether the pragma, by its folded name without the prefix, may be read as a table function.
func AllowedPragma(name string) bool { return pragmas[name] }

// AllowedPragmas returns the pragmas that may be read as table functions. The map must not be changed.
func AllowedPragmas() map[string]bool { return pragmas }

// Fold returns a name in the form in which SQLite compares names: ASCII letters in lower case, all else untouched.
func Fold(name string) string {
	for i := 0; i < len(name); i++ {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			folded := []byte(name)
			for ; i < len(folded); i++ {
				if c := folded[i]; 'A' <= c && c <= 'Z' {
					folded[i] = c + 'a' - 'A'
				}
			}
			return string(folded)
		}
	}
	return name
}
