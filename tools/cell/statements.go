package cell

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

//go:embed sql
var files embed.FS

// fixed is one fixed text and what the configured policy makes of it.
type fixed struct {
	statement.Statement
	refused error
}

type statements struct {
	lastDirective, causalChain, causalChainTotal           fixed
	directives, directivesTotal, responses, responsesTotal fixed
}

// prepare holds every fixed statement to the default policy, under which none may fail, and to the configured one.
func prepare(d guard.Dialect, p guard.Policy) (statements, error) {
	var s statements
	texts, err := statement.Texts(files, d)
	if err != nil {
		return s, err
	}
	p.Dialect = d
	if _, err := guard.New(p); err != nil {
		return s, err
	}
	for name, into := range map[string]*fixed{
		"last_directive": &s.lastDirective, "causal_chain": &s.causalChain, "causal_chain_total": &s.causalChainTotal,
		"directives": &s.directives, "directives_total": &s.directivesTotal,
		"responses": &s.responses, "responses_total": &s.responsesTotal,
	} {
		if _, err := statement.Check(guard.Policy{Dialect: d}, texts[name]); err != nil {
			return s, fmt.Errorf("statement %s: %w", name, err)
		}
		into.Statement, into.refused = statement.Check(p, texts[name])
	}
	return s, nil
}

// run runs one statement in a snapshot and hands each row to visit, whose values hold only until it returns. It says
// what cut the rows.
func run(s *query.Snapshot, stmt fixed, args query.Args, visit func([]query.Value)) (query.TruncatedBy, []guard.Notice, error) {
	if stmt.refused != nil {
		return "", nil, stmt.refused
	}
	rows, err := s.Query(stmt.Statement.Statement, stmt.Args(args))
	if err != nil {
		return "", nil, err
	}
	defer rows.Close()
	for rows.Next() {
		visit(rows.Values())
	}
	if err := rows.Err(); err != nil {
		return "", nil, err
	}
	return rows.TruncatedBy(), rows.Notices(), rows.Close()
}

// count runs a statement that returns one number.
func count(s *query.Snapshot, stmt fixed, args query.Args) (int64, error) {
	var n int64
	_, _, err := run(s, stmt, args, func(row []query.Value) { n = row[0].Int })
	return n, err
}

// expected is the part of the contract's schema that the fixed statements read.
var expected = []struct {
	relation string
	columns  []string
}{
	{"user_directives", []string{"id", "directive_sha256", "received_at", "operator", "kind", "directive_type", "body", "tau_block"}},
	{"franklin_responses", []string{"id", "directive_sha256", "responded_at", "channel", "body", "witness_sha256"}},
	{"directive_causal_chains", []string{"directive_sha256", "stage", "step_no", "actor", "row_id", "occurred_at", "outcome", "detail", "witness_sha256"}},
}

// snapshot runs read within one read transaction. An error over a name that the database does not have becomes
// schema_mismatch, which says what is missing and what was expected.
func (c *cell) snapshot(ctx context.Context, read func(s *query.Snapshot) error) error {
	s, err := c.Substrate.Snapshot(ctx, query.Budget{})
	if err == nil {
		err = read(s)
		s.Close()
	}
	var failed *query.Error
	if errors.As(err, &failed) && (failed.Code == query.CodeUnknownTable || failed.Code == query.CodeUnknownColumn || failed.Code == query.CodeQueryError) {
		if mismatch := c.mismatch(ctx); mismatch != nil {
			return mismatch
		}
	}
	return err
}

// mismatch compares the live schema with what is expected and returns the first difference, nil where there is none.
func (c *cell) mismatch(ctx context.Context) error {
	g, err := guard.New(guard.Policy{Dialect: c.Substrate.Source().Dialect()})
	if err != nil {
		return nil
	}
	for _, want := range expected {
		d, err := c.Substrate.Source().Describe(ctx, g, "", want.relation)
		var failed *query.Error
		if errors.As(err, &failed) && failed.Code == query.CodeUnknownTable {
			return mismatchOf(want.relation, "the substrate has no table or view "+want.relation, want.columns)
		}
		if err != nil {
			continue
		}
		for _, column := range want.columns {
			has := slices.ContainsFunc(d.Fields, func(f query.Field) bool { return strings.EqualFold(f.Name, column) })
			if !has {
				return mismatchOf(want.relation+"."+column, "the substrate's "+want.relation+" has no column "+column, want.columns)
			}
		}
	}
	return nil
}

func mismatchOf(missing, what string, columns []string) error {
	relation, _, _ := strings.Cut(missing, ".")
	return &tools.Error{
		Code:    tools.CodeSchemaMismatch,
		Message: fmt.Sprintf("%s; expected is %s(%s)", what, relation, strings.Join(columns, ", ")),
		Hint:    "the database is not a substrate of this contract version; substrate_schema shows what it holds",
		Details: map[string]any{"missing": missing, "expected": columns},
	}
}
