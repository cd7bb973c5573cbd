package guard

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/guard/sqlite"
)

// readSQLite reads the statement at the offset with SQLite's own grammar.
func (c *check) readSQLite(at int) (*reading, *Refusal) {
	read, err := sqlite.Read(c.sql[at:], c.policy.MaxDepth)
	if err != nil {
		return nil, c.refuseSQLite(err, at)
	}
	r := &reading{start: at + read.Start, end: at + read.End, next: at + read.Next}
	switch read.Kind {
	case sqlite.KindSelect:
		r.kind = Select
	case sqlite.KindExplain:
		r.kind = Explain
	case sqlite.KindExplainQueryPlan:
		r.kind = ExplainQueryPlan
	default:
		return nil, refuseVerb(read.Verb, at+read.VerbOffset)
	}
	for _, rel := range read.Relations {
		r.relations = append(r.relations, namedRelation{Relation{rel.Schema, rel.Name}, at + rel.Offset})
	}
	for _, f := range read.Functions {
		r.functions = append(r.functions, namedFunction{sqlite.Fold(f.Name), at + f.Offset})
	}
	for _, o := range read.Operators {
		// The operators that run functions are a closed set. REGEXP has no function in the linked SQLite, which says so
		// itself; only a rule of the policy refuses one.
		if name := sqlite.Fold(o.Name); c.policy.denyFunctions[name] {
			r.functions = append(r.functions, namedFunction{name, at + o.Offset})
		}
	}
	if len(c.policy.denyColumns) > 0 {
		for _, column := range read.Columns {
			r.columns = append(r.columns, namedColumn{column.Name, column.Table != "", at + column.Offset, slices.Concat(column.Candidates, column.Outer)})
		}
		for _, column := range read.Using {
			r.columns = append(r.columns, namedColumn{column.Name, false, at + column.Offset, column.Candidates})
		}
		for _, star := range read.Stars {
			r.stars = append(r.stars, namedStar{star.Natural, at + star.Offset, star.Candidates})
		}
	}
	r.parameters = eachOnce(read.Parameters, func(p sqlite.Parameter) Parameter { return Parameter{p.Name, p.Index} })
	slices.SortStableFunc(r.parameters, func(a, b Parameter) int { return a.Index - b.Index })
	// Two spellings of one index (?1 and the first ?) are one parameter.
	r.parameters = slices.CompactFunc(r.parameters, func(a, b Parameter) bool { return a.Index == b.Index })
	r.limit = limitClause{
		insertable: read.Limit.Insertable, literal: read.Limit.Literal && !read.Limit.Comma, value: read.Limit.Value,
		offset: at + read.Limit.Offset, end: at + read.Limit.End,
	}
	r.ctes = read.CTEs
	return r, nil
}

func (c *check) refuseSQLite(err error, at int) *Refusal {
	read, ok := err.(*sqlite.Error)
	if !ok {
		return &Refusal{Code: SyntaxError, Offset: at, Message: "the text could not be read", Hint: "simplify the statement"}
	}
	switch read.Kind {
	case sqlite.Empty:
		return &Refusal{
			Code: EmptyStatement, Offset: at + read.Offset, Message: "the text holds no statement",
			Hint: "send one SELECT, WITH … SELECT or VALUES",
		}
	case sqlite.Depth:
		return &Refusal{
			Code: TooDeep, Offset: at + read.Offset,
			Message: "the statement is too deep: " + read.Message,
			Hint:    "flatten nested parentheses and subqueries, or name them in a WITH clause",
		}
	}
	refusal := &Refusal{
		Code: SyntaxError, Offset: at + read.Offset, Message: read.Message,
		Hint: "SQLite's grammar does not accept the text at this place; see https://sqlite.org/lang_select.html",
	}
	if hint := foreign(c.sql[at:refusal.Offset], c.sql[refusal.Offset:]); hint != "" {
		refusal.Hint = hint
	}
	if read.Incomplete {
		refusal.Hint = "the text ends before the statement does: look for a parenthesis, a quote or a clause that is not closed"
	}
	return refusal
}

// refuseVerb refuses a statement of another kind, by its first words.
func refuseVerb(verb string, offset int) *Refusal {
	if verb == "PRAGMA" {
		return &Refusal{
			Code: PragmaNotAllowed, Offset: offset, Message: "PRAGMA is not allowed; SELECT, WITH … SELECT and VALUES are accepted",
			Hint: "read what describes the schema through its table function, such as SELECT * FROM pragma_table_info('t')",
		}
	}
	hint := "the gateway only reads: ask with a SELECT"
	switch verb {
	case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE":
		hint = "each statement runs in a read transaction of its own; send the SELECT alone"
	case "EXPLAIN":
		hint = "ask for the plan with the explain tool"
	}
	return &Refusal{
		Code: StatementNotAllowed, Offset: offset,
		Message: strings.ToUpper(verb) + " is not allowed; SELECT, WITH … SELECT and VALUES are accepted", Hint: hint,
	}
}

// witness asks the second reader. What it sees must be among what ours saw; that it cannot read a text says nothing.
func (c *check) witness(r *reading) *Refusal {
	seen, read := sqlite.Witness(c.sql[r.start:r.end])
	if !read {
		return nil
	}
	disagree := func(what, name string) *Refusal {
		return &Refusal{
			Code: ReadersDisagree, Offset: r.start,
			Message: fmt.Sprintf("two parsers read the text differently: one of them sees %s %s", what, name),
			Hint:    "quote names with double quotes only, and leave out unusual quoting and spacing",
		}
	}
	if seen.Other {
		return disagree("another", "statement")
	}
	if len(seen.Relations) > 0 {
		known := make(map[string]bool, len(r.relations)+len(r.ctes))
		for _, rel := range r.relations {
			known[sqlite.Fold(rel.Name)] = true
		}
		for _, cte := range r.ctes {
			known[sqlite.Fold(cte)] = true
		}
		for _, name := range seen.Relations {
			if !known[sqlite.Fold(name)] {
				return disagree("the relation", name)
			}
		}
	}
	if len(seen.Functions) > 0 {
		known := make(map[string]bool, len(r.functions))
		for _, f := range r.functions {
			known[f.name] = true
		}
		for _, rel := range r.relations {
			known[sqlite.Fold(rel.Name)] = true // x IN f(y) reads a table function, which the witness takes for a call
		}
		for _, name := range seen.Functions {
			if !known[sqlite.Fold(name)] {
				return disagree("the function", name)
			}
		}
	}
	return nil
}
