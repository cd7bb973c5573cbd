package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"vitrine/guard"
	reader "vitrine/guard/postgres"
)

// relations remembers what was seen of the relations that statements name. It is safe for concurrent use.
type relations struct {
	mu   sync.Mutex
	seen map[guard.Relation]*relation
}

// relation is what a name stood for when it was looked up. It is immutable.
type relation struct {
	looked  time.Time
	exists  bool
	schema  string
	name    string
	system  bool     // of the server's own schemas
	columns []string // of the user; PostgreSQL's own (ctid, xmin, …) are left out
	calls   []string // functions and operators that its views run and that are not the server's plain ones
	names   names    // of its rows
	below   []below  // what its views read
}

// mostSeen bounds the memory of relations; beyond it, all are looked up anew.
const mostSeen = 5000

// vet holds the statement to what is in the database: to names that are withdrawn, to fields that would call functions,
// and to what stands behind the views that it reads. It runs before the transaction begins.
func (s *Source) vet(ctx context.Context, c *conn, stmt guard.Statement) error {
	o, err := s.outsideNow(ctx, c)
	if err != nil {
		return err
	}
	if refusal := o.refuses(stmt); refusal != nil {
		return refusal
	}
	known, err := s.look(ctx, c, stmt.Relations())
	if err != nil {
		return err
	}
	if refusal := refusesFields(o, stmt, known); refusal != nil {
		return refusal
	}
	for _, named := range stmt.Relations() {
		r := known[named]
		if refusal := r.denied(stmt, named); refusal != nil {
			return refusal
		}
		for _, call := range r.calls {
			if !stmt.AllowsFunction(call) {
				return refusal(stmt, "the view "+named.String()+" calls "+call+", which is not among the functions that are allowed",
					"read another relation; the operator can admit the function by name in allow_functions")
			}
		}
	}
	if refusal := refusesColumns(stmt, known); refusal != nil {
		return refusal
	}
	return nil
}

// outsideNow returns what stands outside pg_catalog, at most a minute old.
func (s *Source) outsideNow(ctx context.Context, c *conn) (*outside, error) {
	s.mu.Lock()
	o := s.outside
	s.mu.Unlock()
	if time.Since(o.loaded) < fresh {
		return o, nil
	}
	o, err := loadOutside(ctx, c)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.outside = o
	s.mu.Unlock()
	return o, nil
}

// refusesFields refuses t.f where f is a function of the database and no column of what t names, so that it would be called.
func refusesFields(o *outside, stmt guard.Statement, known map[guard.Relation]*relation) *guard.Refusal {
	for _, f := range stmt.Unqualified().Fields {
		if !o.fields[f.Name] || stmt.AllowsByName(f.Name) || len(f.Relations) == 0 && f.Given {
			continue
		}
		column := len(f.Relations) > 0
		for _, named := range f.Relations {
			r := known[named]
			column = column && (!r.exists || slices.Contains(r.columns, f.Name))
		}
		if !column {
			return refusal(stmt, "the function "+f.Name+", which ."+f.Name+" would call, is not among those that are allowed",
				"name a column of the relation; the operator can admit the function by name in allow_functions")
		}
	}
	return nil
}

// look returns what the names stand for, from memory or from the server.
func (s *Source) look(ctx context.Context, c *conn, names []guard.Relation) (map[guard.Relation]*relation, error) {
	known := make(map[guard.Relation]*relation, len(names))
	var missing []guard.Relation
	s.seen.mu.Lock()
	for _, name := range names {
		if r := s.seen.seen[name]; r != nil && time.Since(r.looked) < fresh {
			known[name] = r
		} else {
			missing = append(missing, name)
		}
	}
	s.seen.mu.Unlock()
	if len(missing) == 0 {
		return known, nil
	}
	for _, name := range missing {
		r, err := lookUp(ctx, c, name)
		if err != nil {
			return nil, err
		}
		known[name] = r
	}
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	if s.seen.seen == nil || len(s.seen.seen) > mostSeen {
		s.seen.seen = make(map[guard.Relation]*relation)
	}
	for _, name := range missing {
		if known[name].exists {
			s.seen.seen[name] = known[name]
		}
	}
	return known, nil
}

const lookRelation = `SELECT c.oid, n.nspname, c.relname, c.relkind,
		(SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
	FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass($1)`

// lookUp returns what a name stands for.
func lookUp(ctx context.Context, c *conn, name guard.Relation) (*relation, error) {
	written := quoteName(name.Name)
	if name.Schema != "" {
		written = quoteName(name.Schema) + "." + written
	}
	rows, err := c.rows(ctx, lookRelation, written)
	if err != nil {
		return nil, err
	}
	r := &relation{looked: time.Now()}
	if len(rows) == 0 {
		return r, nil
	}
	row := rows[0]
	r.exists, r.schema, r.name = true, row[1], row[2]
	r.system = r.schema == "pg_catalog" || r.schema == "information_schema"
	if row[4] != "" {
		if err := json.Unmarshal([]byte(row[4]), &r.columns); err != nil {
			return nil, err
		}
	}
	if r.system {
		return r, nil
	}
	if row[3] != "v" && row[3] != "m" {
		found, err := lookNames(ctx, c, row[0])
		r.names = found[row[0]]
		return r, err
	}
	return r, r.lookBelow(ctx, c, row[0])
}

// callsOf returns what the definition of a view calls beyond plain built-in functions and operators.
func callsOf(reading *reader.Reading) []string {
	var calls []string
	for _, f := range reading.Functions {
		judgement, known := reader.JudgementOf(f.Name)
		if f.Attribute || known && judgement.Admitted() && (f.Schema == "" || f.Schema == "pg_catalog") {
			continue
		}
		calls = append(calls, qualify(f.Schema, f.Name))
	}
	for _, o := range reading.Operators {
		if !reader.KnownOperator(o.Name) || o.Schema != "" && o.Schema != "pg_catalog" {
			calls = append(calls, qualify(o.Schema, o.Name))
		}
	}
	return calls
}

func qualify(schema, name string) string {
	if schema == "" || schema == "pg_catalog" {
		return name
	}
	return schema + "." + name
}
