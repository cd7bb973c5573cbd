package guard

import (
	"cmp"
	"fmt"
	"slices"

	"vitrine/guard/postgres"
)

func postgresRelationReason(schema, relation string) string {
	return postgres.SecretRelation(schema, relation)
}

func postgresAllows(function string) bool {
	judgement, known := postgres.JudgementOf(function)
	return known && judgement.Admitted()
}

func postgresNear(function string) []string { return Near(function, postgres.AdmittedFunctions()) }

// readPostgres reads the statement at the offset, which is 0 or where the one before it ends. PostgreSQL's grammar reads
// the whole text at once, so that it is read the first time only.
func (c *check) readPostgres(at int) (*reading, *Refusal) {
	if c.postgres == nil {
		readings, err := postgres.Read(c.sql, c.policy.MaxDepth)
		if err != nil {
			return nil, refusePostgres(err)
		}
		c.postgres = readings
	}
	i := slices.IndexFunc(c.postgres, func(r *postgres.Reading) bool { return r.Start >= at })
	if i < 0 {
		return nil, &Refusal{Code: EmptyStatement, Offset: at, Message: "the text holds no statement", Hint: "send one SELECT statement"}
	}
	read := c.postgres[i]
	c.postgres = c.postgres[i:]
	r := &reading{start: read.Start, end: read.End, next: read.Next}
	switch read.Kind {
	case postgres.KindSelect:
		r.kind = Select
	case postgres.KindExplain:
		r.kind = Explain
	default:
		return nil, refuseVerb(read.Verb, read.VerbOffset)
	}
	if len(read.Refusals) > 0 {
		first := slices.MinFunc(read.Refusals, func(a, b postgres.Refusal) int { return cmp.Compare(a.Offset, b.Offset) })
		return nil, &Refusal{Code: StatementNotAllowed, Offset: first.Offset, Message: first.Message, Hint: first.Hint}
	}
	for _, rel := range read.Relations {
		r.relations = append(r.relations, namedRelation{Relation{rel.Schema, rel.Name}, rel.Offset})
	}
	r.unqualified = &Unqualified{}
	c.postgresFunctions(read, r)
	if refusal := c.postgresOperatorsAndTypes(read, r); refusal != nil {
		return nil, refusal
	}
	if refusal := c.secretColumns(read); refusal != nil {
		return nil, refusal
	}
	if len(c.policy.denyColumns) > 0 {
		postgresColumns(read, r)
	}
	r.parameters = eachOnce(read.Parameters, func(p postgres.Parameter) Parameter { return Parameter{p.Name, p.Index} })
	slices.SortFunc(r.parameters, func(a, b Parameter) int { return cmp.Compare(a.Index, b.Index) })
	r.limit = limitClause{
		insertable: read.Limit.Insertable, literal: read.Limit.Literal, value: read.Limit.Value,
		offset: read.Limit.Offset, end: read.Limit.End,
	}
	return r, nil
}

func refusePostgres(err error) *Refusal {
	read, ok := err.(*postgres.Error)
	if !ok {
		return &Refusal{Code: SyntaxError, Message: "the text could not be read", Hint: "simplify the statement"}
	}
	refusal := &Refusal{Code: SyntaxError, Offset: read.Offset, Message: read.Message, Hint: read.Hint}
	switch read.Kind {
	case postgres.Empty:
		refusal.Code = EmptyStatement
	case postgres.Depth:
		refusal.Code = TooDeep
	}
	return refusal
}

// postgresFunctions takes over the calls. Of the fields that PostgreSQL may call as functions ((x).f, t.f) only those
// count that are known to be functions which are not allowed; whether a database has others only its source can tell.
func (c *check) postgresFunctions(read *postgres.Reading, r *reading) {
	for _, f := range read.Functions {
		if f.Attribute {
			judgement, known := postgres.JudgementOf(f.Name)
			if c.policy.denyFunctions[f.Name] || known && judgement.Field && !c.policy.allowsFunction(f.Name) {
				r.functions = append(r.functions, namedFunction{f.Name, f.Offset})
			}
			field := Field{Name: f.Name, Given: read.Outputs[f.Name]}
			for _, i := range f.Relations {
				field.Relations = append(field.Relations, r.relations[i].Relation)
			}
			r.unqualified.Fields = append(r.unqualified.Fields, field)
			continue
		}
		name := f.Name
		switch f.Schema {
		case "":
			r.unqualified.Functions = append(r.unqualified.Functions, name)
		case "pg_catalog":
		default:
			name = f.Schema + "." + name
		}
		if form := fmt.Sprintf("%s/%d", name, f.Arguments); !c.policy.allowsFunction(name) && c.policy.allowsFunction(form) {
			name = form
		}
		r.functions = append(r.functions, namedFunction{name, f.Offset})
	}
}

// postgresOperatorsAndTypes refuses operators that pg_catalog does not have, and casts to a type of another schema: both
// run what somebody else defined. The operator of the gateway allows them by name, as if they were functions.
func (c *check) postgresOperatorsAndTypes(read *postgres.Reading, r *reading) *Refusal {
	for _, o := range read.Operators {
		name := o.Name
		if o.Schema != "" && o.Schema != "pg_catalog" {
			name = o.Schema + "." + name
		}
		if o.Schema == "" {
			r.unqualified.Operators = append(r.unqualified.Operators, name)
		}
		if c.policy.denyFunctions[name] || name != o.Name && !c.policy.allowFunctions[name] ||
			!postgres.KnownOperator(o.Name) && !c.policy.allowFunctions[name] {
			return &Refusal{
				Code: FunctionNotAllowed, Offset: o.Offset,
				Message: fmt.Sprintf("the operator %s is not among those that are allowed", name),
				Hint:    "use an operator of PostgreSQL itself; the operator of the gateway can admit others by name in allow_functions",
			}
		}
	}
	for _, t := range read.Types {
		if t.Schema == "" {
			r.unqualified.Types = append(r.unqualified.Types, t.Name)
		}
		if t.Schema == "" || t.Schema == "pg_catalog" || t.Schema == "information_schema" {
			continue
		}
		if name := t.Schema + "." + t.Name; !c.policy.allowFunctions[name] {
			return &Refusal{
				Code: FunctionNotAllowed, Offset: t.Offset,
				Message: fmt.Sprintf("a cast to the type %s is not allowed: only types of pg_catalog may be cast to by their schema", name),
				Hint:    "cast to a built-in type such as text, or leave the schema out; the operator can admit the type by name in allow_functions",
			}
		}
	}
	return nil
}

// secretColumns holds relations of the catalog that are open but for some columns to that, unless a rule names them.
func (c *check) secretColumns(read *postgres.Reading) *Refusal {
	refuse := func(candidates []int, column string, offset int) *Refusal {
		for _, i := range candidates {
			rel := read.Relations[i]
			what := postgres.SecretColumn(rel.Schema, rel.Name, column)
			if what == "" || matchesExactly(c.policy.allowRelations, rel.Schema, rel.Name) {
				continue
			}
			return &Refusal{
				Code: ColumnNotAllowed, Offset: offset,
				Message: fmt.Sprintf("the column %s of %s may not be read: it tells %s", column, rel.Name, what),
				Hint:    "name the columns that you need; of pg_proc, prosrc, probin and prosqlbody are not among them",
			}
		}
		return nil
	}
	for _, column := range read.Columns {
		name := column.Name
		if column.Whole {
			name = "*"
		}
		if refusal := refuse(column.Candidates, name, column.Offset); refusal != nil {
			return refusal
		}
	}
	for _, star := range read.Stars {
		if star.Natural {
			continue // it compares the secret columns at most with others of that name
		}
		if refusal := refuse(star.Candidates, "*", star.Offset); refusal != nil {
			return refusal
		}
	}
	return nil
}

// postgresColumns takes over the columns. What the text alone cannot tell counts as a star: a whole row by the name of
// its relation, a NATURAL JOIN, and an alias that gives the columns other names.
func postgresColumns(read *postgres.Reading, r *reading) {
	for _, column := range read.Columns {
		if column.Whole {
			r.stars = append(r.stars, namedStar{false, column.Offset, column.Candidates})
			continue
		}
		r.columns = append(r.columns, namedColumn{column.Name, column.Table != "", column.Offset, column.Candidates})
	}
	for _, star := range read.Stars {
		r.stars = append(r.stars, namedStar{star.Natural, star.Offset, star.Candidates})
	}
	for i, rel := range read.Relations {
		if rel.Renamed {
			r.stars = append(r.stars, namedStar{false, rel.Offset, []int{i}})
		}
	}
}

// witnessPostgres reads the text a second time, as a server would that takes backslashes for escapes in plain strings,
// where that makes a difference. What it sees must be among what the first reading saw.
func (c *check) witnessPostgres(r *reading) *Refusal {
	readings, ok := postgres.ReadEscaped(c.sql, c.policy.MaxDepth)
	if !ok {
		return nil
	}
	disagree := func(what string) *Refusal {
		return &Refusal{
			Code: ReadersDisagree, Offset: r.start,
			Message: "a string holds a backslash before a quote, and where backslashes escape the text reads differently: it " + what,
			Hint:    `write the string as E'…' with \\ for a backslash and \' for a quote, or pass it as a parameter`,
		}
	}
	if len(readings) != len(c.postgres) || readings[0].Kind != postgres.KindSelect && readings[0].Kind != postgres.KindExplain {
		return disagree("holds other statements")
	}
	for _, rel := range readings[0].Relations {
		if !slices.ContainsFunc(r.relations, func(n namedRelation) bool { return n.Relation == Relation{rel.Schema, rel.Name} }) {
			return disagree("reads the relation " + rel.Name)
		}
	}
	for _, f := range readings[0].Functions {
		if !f.Attribute && !slices.ContainsFunc(c.postgres[0].Functions, func(n postgres.Function) bool { return n.Name == f.Name && n.Schema == f.Schema && !n.Attribute }) {
			return disagree("calls the function " + f.Name)
		}
	}
	return nil
}
