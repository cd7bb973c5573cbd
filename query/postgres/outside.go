package postgres

import (
	"context"
	"fmt"
	"time"

	"vitrine/guard"
	reader "vitrine/guard/postgres"
)

// outside is what stands outside pg_catalog, in the schemas of the search path, and could run in place of what the guard
// admitted by name. Functions and operators of extensions are taken for what the extension says: nobody but an
// administrator installs one. It is immutable.
type outside struct {
	loaded    time.Time
	functions map[string]bool   // names that a function of a user has too
	operators map[string]bool   // operators of users over built-in types
	types     map[string]string // types that run what a user defined, with the reason
	fields    map[string]bool   // functions that (x).f calls
}

// fresh is how long what was seen of a schema is taken to be still so.
const fresh = time.Minute

const outsideFunctions = `SELECT p.proname, p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1,
		EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
	FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
	WHERE n.nspname = ANY (current_schemas(false)) AND n.nspname <> 'pg_catalog' AND p.prokind <> 'p'
		AND p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)`

const outsideOperators = `SELECT DISTINCT o.oprname FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace
	WHERE n.nspname = ANY (current_schemas(false)) AND n.nspname <> 'pg_catalog'
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e')
		AND NOT EXISTS (SELECT 1 FROM pg_type t WHERE t.oid IN (o.oprleft, o.oprright) AND t.typnamespace <> 'pg_catalog'::regnamespace)`

// Domains run their checks, base types their input function. Both are of the schemas of the path, and not an extension's.
const outsideTypes = `SELECT t.typname, '' FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
	WHERE n.nspname = ANY (current_schemas(false)) AND n.nspname <> 'pg_catalog' AND t.typtype = 'b' AND t.typcategory <> 'A'
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
	UNION ALL SELECT t.typname, pg_get_expr(k.conbin, 0) FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
		JOIN pg_constraint k ON k.contypid = t.oid
	WHERE n.nspname = ANY (current_schemas(false)) AND n.nspname <> 'pg_catalog' AND t.typtype = 'd' AND k.contype = 'c'
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
	UNION ALL SELECT t.typname, NULL FROM pg_cast c JOIN pg_type t ON t.oid = c.casttarget JOIN pg_namespace n ON n.oid = t.typnamespace
		JOIN pg_proc p ON p.oid = c.castfunc
	WHERE n.nspname = ANY (current_schemas(false)) AND n.nspname <> 'pg_catalog' AND p.pronamespace <> 'pg_catalog'::regnamespace
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

func loadOutside(ctx context.Context, c *conn) (*outside, error) {
	o := &outside{loaded: time.Now(), functions: map[string]bool{}, operators: map[string]bool{}, types: map[string]string{}, fields: map[string]bool{}}
	rows, err := c.rows(ctx, outsideFunctions)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row[2] != "t" {
			o.functions[row[0]] = true
		}
		if row[1] == "t" {
			o.fields[row[0]] = true
		}
	}
	rows, err = c.rows(ctx, outsideOperators)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		o.operators[row[0]] = true
	}
	rows, err = c.rows(ctx, outsideTypes)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		switch {
		case row[1] == "":
			o.types[row[0]] = "it runs a function that is not the server's own"
		case !plain("SELECT " + row[1]):
			o.types[row[0]] = "its check runs a function that is not allowed"
		}
	}
	return o, nil
}

// plain reports whether a text of the server's own making calls only functions and operators that are admitted.
func plain(sql string) bool {
	readings, err := reader.Read(sql, 1000)
	if err != nil || len(readings) != 1 || len(readings[0].Refusals) > 0 {
		return false
	}
	for _, f := range readings[0].Functions {
		judgement, known := reader.JudgementOf(f.Name)
		if !f.Attribute && (!known || !judgement.Admitted() || f.Schema != "" && f.Schema != "pg_catalog") {
			return false
		}
	}
	for _, op := range readings[0].Operators {
		if !reader.KnownOperator(op.Name) || op.Schema != "" && op.Schema != "pg_catalog" {
			return false
		}
	}
	return true
}

// refuses withdraws the names of the statement that something outside pg_catalog could take over.
func (o *outside) refuses(stmt guard.Statement) *guard.Refusal {
	names := stmt.Unqualified()
	for _, name := range names.Functions {
		if o.functions[name] && !stmt.AllowsByName(name) {
			return refusal(stmt, fmt.Sprintf("the function %s is withdrawn: the database has one of its own by that name", name),
				fmt.Sprintf("write pg_catalog.%s for the built-in one; the operator can admit the other by name in allow_functions", name))
		}
	}
	for _, name := range names.Operators {
		if o.operators[name] && !stmt.AllowsByName(name) {
			return refusal(stmt, fmt.Sprintf("the operator %s is withdrawn: the database has one of its own by that name", name),
				fmt.Sprintf("write OPERATOR(pg_catalog.%s) for the built-in one; the operator of the gateway can admit the other by name in allow_functions", name))
		}
	}
	for _, name := range names.Types {
		if reason := o.types[name]; reason != "" && !stmt.AllowsByName(name) {
			return refusal(stmt, fmt.Sprintf("a cast to the type %s is not allowed: %s", name, reason),
				"cast to a built-in type such as text; the operator can admit the type by name in allow_functions")
		}
	}
	return nil
}

func refusal(stmt guard.Statement, message, hint string) *guard.Refusal {
	line, column := stmt.Place(0)
	return &guard.Refusal{Code: guard.FunctionNotAllowed, Message: message, Hint: hint, Line: line, Column: column}
}
