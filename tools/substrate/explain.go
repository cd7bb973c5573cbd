package substrate

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

type explainIn struct {
	SQL    string          `json:"sql" jsonschema:"one SELECT, WITH or VALUES, without EXPLAIN"`
	Params json.RawMessage `json:"params,omitempty" jsonschema:"values of the parameters; NULL where left out"`
}

// NoticeNullParams is told where the plan of a statement with parameters was asked without their values.
const NoticeNullParams = "params_null"

// node is one step of a plan, a row of EXPLAIN QUERY PLAN (https://www.sqlite.org/eqp.html). Parent is the id of the step that it belongs to, 0 at the top.
type node struct {
	ID, Parent int64
	Detail     string
}

type admitted struct {
	SQL        string   `json:"sql" jsonschema:"the text that would run"`
	Relations  []string `json:"relations"`
	Functions  []string `json:"functions"`
	Parameters []string `json:"parameters"`
	Limit      int      `json:"limit" jsonschema:"substrate_read's own where a call gives none"`
}

type explainOut struct {
	Source   string         `json:"source"`
	Plan     string         `json:"plan" jsonschema:"the plan as a tree"`
	Admitted admitted       `json:"admitted"`
	Notices  []guard.Notice `json:"notices"`
}

// explain checks the text as substrate_read would, and asks for the plan of what was admitted. So EXPLAIN stands only
// before text that may run, and positions in a refusal are those of the caller's text.
func (s *set) explain(ctx context.Context, call tools.Call, in explainIn, name string) (explainOut, error) {
	call.Account.SQL = in.SQL
	src, err := s.pick(call.Caller, name)
	if err != nil {
		return explainOut{}, err
	}
	call.Account.Source, call.Account.Exact = src.name, src.Exact
	args, err := parseParams(in.Params)
	if err != nil {
		return explainOut{}, err
	}
	guards, err := src.guards(call.Caller)
	if err != nil {
		return explainOut{}, err
	}
	stmt, err := guards.read.WithRowCap(defaultLimit).Check(in.SQL)
	if err != nil {
		return explainOut{}, err
	}
	prefix := "EXPLAIN QUERY PLAN "
	if stmt.Dialect() == guard.Postgres {
		prefix = "EXPLAIN "
	}
	explained, err := guards.explain.Check(prefix + stmt.Text())
	if err != nil {
		return explainOut{}, err
	}
	out := explainOut{Source: src.name, Admitted: admittedOf(stmt)}
	rows, err := src.Runner.Query(ctx, explained, withNulls(stmt, args), query.Budget{})
	if err != nil {
		return explainOut{}, err
	}
	defer rows.Close()
	var nodes []node
	var lines strings.Builder // of PostgreSQL, whose indentation is its tree
	for rows.Next() {
		if row := rows.Values(); len(row) == 4 {
			nodes = append(nodes, node{ID: row[0].Int, Parent: row[1].Int, Detail: string(row[3].Bytes)})
		} else {
			lines.Write(row[0].Bytes)
			lines.WriteByte('\n')
		}
	}
	if err := rows.Err(); err != nil {
		return explainOut{}, err
	}
	out.Plan = lines.String() + tree(nodes)
	out.Notices = append(slices.Clone(stmt.Notices()), src.Runner.Source().Notices()...)
	if stmt.Dialect() == guard.Postgres && args == nil && len(stmt.Parameters()) > 0 {
		out.Notices = append(out.Notices, guard.Notice{
			Code: NoticeNullParams, Message: "no params were given, so this is the plan for NULLs; give values for theirs",
		})
	}
	call.Account.Rows = rows.Count()
	return out, nil
}

func admittedOf(stmt guard.Statement) admitted {
	a := admitted{SQL: stmt.Text(), Functions: stmt.Functions(), Limit: stmt.RowCap()}
	for _, r := range stmt.Relations() {
		a.Relations = append(a.Relations, r.String())
	}
	for _, p := range stmt.Parameters() {
		a.Parameters = append(a.Parameters, p.Name)
	}
	return a
}

// withNulls binds NULL to every parameter where no values are given: the shape of a plan rarely depends on them.
func withNulls(stmt guard.Statement, args query.Args) query.Args {
	if args != nil || len(stmt.Parameters()) == 0 {
		return args
	}
	values := make([]any, 0, len(stmt.Parameters()))
	for _, p := range stmt.Parameters() {
		for len(values) < p.Index {
			values = append(values, nil)
		}
	}
	return query.Positional(values...)
}

// tree draws the nodes as the sqlite3 shell does.
func tree(nodes []node) string {
	children := map[int64][]node{}
	ids := map[int64]bool{}
	for _, n := range nodes {
		ids[n.ID] = true
	}
	for _, n := range nodes {
		parent := n.Parent
		if !ids[parent] || parent == n.ID {
			parent = 0
		}
		children[parent] = append(children[parent], n)
	}
	var b strings.Builder
	var draw func(parent int64, indent string)
	draw = func(parent int64, indent string) {
		list := children[parent]
		delete(children, parent) // each node is drawn once, whatever the engine says
		for i, n := range list {
			branch, deeper := "|--", "|  "
			if i == len(list)-1 {
				branch, deeper = "`--", "   "
			}
			b.WriteString(indent + branch + n.Detail + "\n")
			if n.ID != 0 {
				draw(n.ID, indent+deeper)
			}
		}
	}
	draw(0, "")
	return b.String()
}
