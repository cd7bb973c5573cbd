package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// record is the database that the tools read.
type record struct {
	runner *query.Runner
	admitted
	options Options
	dated   dated
}

// snapshot is one read transaction on the record, which everything that one call returns comes from.
type snapshot struct {
	*query.Snapshot
	admitted
	dated *dated
}

// read runs reading within one read transaction. An error over a name that the database does not have becomes
// schema_mismatch.
func (r *record) read(ctx context.Context, reading func(s *snapshot) error) error {
	s, err := r.runner.Snapshot(ctx, query.Budget{})
	if err == nil {
		err = reading(&snapshot{s, r.admitted, &r.dated})
		s.Close()
	}
	var failed *query.Error
	if errors.As(err, &failed) && slices.Contains([]query.Code{query.CodeUnknownTable, query.CodeUnknownColumn, query.CodeQueryError}, failed.Code) {
		if mismatch := r.mismatch(ctx); mismatch != nil {
			return mismatch
		}
	}
	return err
}

// rows runs a statement and hands each row to visit, whose values hold only until it returns.
func (s *snapshot) rows(name string, args query.Args, visit func(row []query.Value) error) error {
	fixed, ok := s.admitted[name]
	if !ok {
		return fmt.Errorf("there is no statement %s", name)
	}
	if fixed.refused != nil {
		return fixed.refused
	}
	rows, err := s.Query(fixed.Statement.Statement, fixed.Args(args))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows.Values()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if by := rows.TruncatedBy(); by != "" {
		return &tools.Error{
			Code:    tools.CodeUnavailable,
			Message: fmt.Sprintf("the record's budget cut what the tool read (%s), so the answer would not be whole", by),
			Hint:    "ask for less with limit and the filters, or have the operator raise the budget of the record",
		}
	}
	return rows.Close()
}

// number runs a statement that gives one number.
func (s *snapshot) number(name string, args query.Args) (int64, error) {
	var n int64
	err := s.rows(name, args, func(row []query.Value) error {
		n = row[0].Int
		return nil
	})
	return n, err
}

// textOf is a value as text, "" for NULL. What is not valid UTF-8 is replaced, since JSON cannot hold it.
func textOf(v query.Value) string {
	switch v.Kind {
	case query.Null:
		return ""
	case query.Integer:
		return fmt.Sprint(v.Int)
	case query.Real:
		return fmt.Sprint(v.Float)
	}
	return strings.ToValidUTF8(string(v.Bytes), "\uFFFD")
}

// maybeText is a value as text, nil for NULL.
func maybeText(v query.Value) *string {
	if v.Kind == query.Null {
		return nil
	}
	text := textOf(v)
	return &text
}

// whole is an integer that a sum gave.
func whole(v query.Value) int64 {
	if v.Kind == query.Real {
		return int64(v.Float)
	}
	return v.Int
}

// mismatch compares the live schema with the contract's and tells the first difference, nil where there is none.
func (r *record) mismatch(ctx context.Context) error {
	g, err := guard.New(guard.Policy{Dialect: r.runner.Source().Dialect()})
	if err != nil {
		return nil
	}
	for _, want := range contract {
		d, err := r.runner.Source().Describe(ctx, g, "", want.relation)
		var failed *query.Error
		if errors.As(err, &failed) && failed.Code == query.CodeUnknownTable {
			return schemaMismatch(want.relation, "the record has no table "+want.relation, want)
		}
		if err != nil {
			continue
		}
		for _, column := range want.columns {
			if !slices.ContainsFunc(d.Fields, func(f query.Field) bool { return strings.EqualFold(f.Name, column) }) {
				return schemaMismatch(want.relation+"."+column, "the record's table "+want.relation+" has no column "+column, want)
			}
		}
	}
	return nil
}

func schemaMismatch(missing, what string, want relation) error {
	return &tools.Error{
		Code:    tools.CodeSchemaMismatch,
		Message: fmt.Sprintf("%s; expected is %s(%s)", what, want.relation, strings.Join(want.columns, ", ")),
		Hint:    fmt.Sprintf("the record was written by an older or another engine; contract version %d is needed", tools.ContractVersion),
		Details: map[string]any{"missing": missing, "expected": want.columns},
	}
}

type relation struct {
	relation string
	columns  []string
}

// contract is the part of the record's schema that the tools read.
var contract = []relation{
	{"machines", []string{"machine_id", "hostname", "os", "worktree_root", "last_seen_at"}},
	{"streams", []string{
		"slug", "title", "state", "wave", "machine_id", "seat", "model", "backend", "branch", "base", "worktree_path", "evidence_recipe",
		"merge_message", "quoted_usd", "created_at", "updated_at", "closed_at",
	}},
	{"stream_events", []string{"id", "slug", "at", "kind", "payload"}},
	{"gates", []string{"id", "slug", "name", "verdict", "at", "detail", "log_path"}},
	{"phase_spans", []string{"id", "slug", "phase", "started_at", "ended_at"}},
	{"observed_merges", []string{"id", "slug", "branch", "base", "commit_sha", "merged_at"}},
	{"notifications", []string{"id", "at", "level", "body", "acked_at"}},
	{"run_record", []string{
		"id", "started_at", "slug", "machine_id", "identity", "seat", "model", "backend", "billing_mode", "tokens_in", "tokens_out",
		"tokens_cached", "cost_normalized_usd",
	}},
	{"ledger", []string{
		"id", "at", "session", "workspace", "slug", "seat", "model", "backend", "billing_mode", "calls", "refusals", "pin_bypasses", "tokens_in",
		"tokens_out", "tokens_cached", "real_usd", "virtual_usd", "legacy_usd", "zero_declared", "pre_meter",
	}},
	{"captures", []string{
		"id", "slug", "captured_at", "sha256", "bytes", "signed_at", "signer", "stored_at", "store_path", "acked_at", "ack_id",
	}},
	{"seats", []string{"seat", "provider"}},
	{"seat_events", []string{"seat", "at", "kind"}},
	{"credential_verdicts", []string{"seat", "verdict", "as_of"}},
}
