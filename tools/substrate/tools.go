package substrate

import (
	"context"
	"errors"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"vitrine/tools"
)

// Options are what the tools share; the zero value will do.
type Options struct {
	Clock func() time.Time // measures elapsed_ms; nil means time.Now
}

// Tools makes the generic tools for the sources. With one source the tools take no source argument. The error is that
// of a policy that cannot be read.
func Tools(sources []Source, o Options) ([]*tools.Tool, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	s, err := newSet(sources, o)
	if err != nil {
		return nil, err
	}
	var all []*tools.Tool
	var failed error
	add := func(t *tools.Tool, err error) {
		if err == nil {
			refine(t)
		}
		all, failed = append(all, t), errors.Join(failed, err)
	}
	if len(sources) > 1 {
		add(tools.NewRaw[severalReadIn, readOut](readTool, func(ctx context.Context, c tools.Call, in severalReadIn) (*tools.Result, error) {
			return s.read(ctx, c, in.readIn, in.Source)
		}))
		add(tools.New(schemaTool, func(ctx context.Context, c tools.Call, in severalSchemaIn) (severalSchemaOut, error) {
			out, err := s.schema(ctx, c, in.schemaIn, in.Source)
			return severalSchemaOut{out, s.list(c.Caller)}, err
		}))
		add(tools.New(explainTool, func(ctx context.Context, c tools.Call, in severalExplainIn) (explainOut, error) {
			return s.explain(ctx, c, in.explainIn, in.Source)
		}))
		return all, failed
	}
	add(tools.NewRaw[readIn, readOut](readTool, func(ctx context.Context, c tools.Call, in readIn) (*tools.Result, error) {
		return s.read(ctx, c, in, "")
	}))
	add(tools.New(schemaTool, func(ctx context.Context, c tools.Call, in schemaIn) (schemaOut, error) {
		return s.schema(ctx, c, in, "")
	}))
	add(tools.New(explainTool, func(ctx context.Context, c tools.Call, in explainIn) (explainOut, error) {
		return s.explain(ctx, c, in, "")
	}))
	return all, failed
}

// refine says of params what a raw value cannot, and keeps the descriptors frugal: every session reads them.
func refine(t *tools.Tool) {
	if params := t.Input.Properties["params"]; params != nil {
		params.Types = []string{"array", "object"}
	}
	t.Output.Properties["notices"].Items = &jsonschema.Schema{Type: "object"}
	for _, list := range []string{"columns", "sources"} {
		if property := t.Output.Properties[list]; property != nil {
			property.Items = &jsonschema.Schema{Type: "object"}
		}
	}
	if rows := t.Output.Properties["rows"]; rows != nil {
		rows.Items = &jsonschema.Schema{Type: "array"}
	}
}

// severalIn is the argument that exists only where several sources are configured.
type severalIn struct {
	Source string `json:"source,omitempty" jsonschema:"which database; substrate_schema lists them; the first where left out"`
}

type severalReadIn struct {
	readIn
	severalIn
}

type severalSchemaIn struct {
	schemaIn
	severalIn
}

type severalExplainIn struct {
	explainIn
	severalIn
}

var (
	readTool = tools.Descriptor{
		Name: "substrate_read", Title: "Run one SELECT", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "Runs one read-only SQL statement (SELECT, WITH … SELECT or VALUES) and returns exact rows. Writes are refused with a reason and a hint. " +
			`Look at substrate_schema first. Example: {"sql": "SELECT kind, count(*) FROM user_directives WHERE received_at >= :since GROUP BY kind", "params": {"since": "2026-05-01"}}`,
	}
	schemaTool = tools.Descriptor{
		Name: "substrate_schema", Title: "What there is to query", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "Tables and views: first their names, then columns (summary), then keys, indexes and SQL (full). Use it before you write SQL. " +
			`Example: {"detail": "summary", "search": "order"}`,
	}
	explainTool = tools.Descriptor{
		Name: "substrate_explain", Title: "How a SELECT would run", Annotations: tools.ReadOnly(), Classes: []tools.Class{tools.ClassSubstrate},
		Description: "The engine's plan for a statement, which indexes it uses, and what the guard admitted: the text that would run, relations, functions, limit. It reads no rows. " +
			`Use it when a query is slow or refused. Example: {"sql": "SELECT * FROM t WHERE a = 1"}`,
	}
)
