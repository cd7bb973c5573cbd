package postgres

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/guard"
	reader "vitrine/guard/postgres"
	"vitrine/query"
)

var (
	unknownColumn   = regexp.MustCompile(`^column (?:"((?:[^"]|"")+)"|(\S+)) does not exist`)
	unknownTable    = regexp.MustCompile(`^relation "((?:[^"]|"")+)" does not exist`)
	unknownFunction = regexp.MustCompile(`^function ([^(]+)\(`)
)

// suggest makes the error of a name that does not exist, with near names that the caller may know of. It returns nil where
// the server's own words are better.
func (s *Source) suggest(ctx context.Context, server *pgconn.PgError, stmt guard.Statement, at string) *query.Error {
	var e *query.Error
	switch server.Code {
	case "42703":
		m := unknownColumn.FindStringSubmatch(server.Message)
		if m == nil {
			return nil
		}
		name := m[1] + m[2]
		wanted := name[strings.LastIndexByte(name, '.')+1:]
		e = query.UnknownColumn(name, query.Near(wanted, s.columnsFor(stmt)))
	case "42P01":
		m := unknownTable.FindStringSubmatch(server.Message)
		if m == nil {
			return nil
		}
		e = query.UnknownTable(m[1], query.Near(m[1], s.tablesFor(ctx, stmt, strings.Contains(m[1], "."))))
	case "42883":
		m := unknownFunction.FindStringSubmatch(server.Message)
		if m == nil {
			return nil
		}
		var names []string
		for _, name := range reader.AdmittedFunctions() {
			if stmt.AllowsFunction(name) {
				names = append(names, name)
			}
		}
		if _, known := reader.JudgementOf(m[1]); known {
			// The function is there; its arguments are not what it takes.
			return nil
		}
		e = query.UnknownFunction(m[1], query.Near(m[1], names))
	default:
		return nil
	}
	e.Message += " (SQLSTATE " + server.Code + at + ")"
	return e
}

// columnsFor returns the columns of the statement's relations that its policy allows.
func (s *Source) columnsFor(stmt guard.Statement) []string {
	var names []string
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	for _, named := range stmt.Relations() {
		r := s.seen.seen[named]
		if r == nil {
			continue
		}
		for _, column := range r.columns {
			if stmt.ColumnAccess(r.schema, r.name, column) == guard.Allow {
				names = append(names, column)
			}
		}
	}
	return names
}

// tablesFor returns the tables and views that the policy allows, with their schema where one was given.
func (s *Source) tablesFor(ctx context.Context, stmt guard.Statement, qualified bool) []string {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	c, _, err := s.acquire(ctx)
	if err != nil {
		return nil
	}
	defer s.release(c)
	rows, err := c.rows(ctx, `SELECT n.nspname, c.relname, n.nspname = ANY (current_schemas(false)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND `+notTheUsers+` AND has_schema_privilege(n.oid, 'USAGE') LIMIT 10000`)
	if err != nil {
		return nil
	}
	var names []string
	for _, row := range rows {
		switch {
		case !stmt.AllowsRelation(row[0], row[1]):
		case qualified || row[2] != "t":
			names = append(names, row[0]+"."+row[1])
		default:
			names = append(names, row[1])
		}
	}
	return names
}
