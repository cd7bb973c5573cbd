package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/sqlite"
	"vitrine/tools"
	"vitrine/tools/cell"
	"vitrine/tools/config"
	"vitrine/tools/substrate"
)

// Options are what a gateway needs beside its configuration; the zero value will do.
type Options struct {
	Clock  func() time.Time // nil means time.Now
	Audit  tools.Auditor    // nil records nothing
	Logger *slog.Logger     // nil means slog.Default()
}

// Gateway is what one configuration serves. It is safe for concurrent use.
type Gateway struct {
	config   *config.Config
	registry *tools.Registry
	sources  []*lazy
	runners  map[string]*query.Runner
}

// Open makes the gateway. It does not wait for the databases: they are opened in the background, and a call that needs
// one waits for it. The error is that of a policy or a tool that cannot be made.
func Open(c *config.Config, o Options) (*Gateway, error) {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if memory := int64(c.Limits.Memory); memory > 0 {
		sqlite.LimitMemory(memory)
	}
	g := &Gateway{config: c, runners: map[string]*query.Runner{}}
	all, err := g.tools(c, o)
	if err == nil {
		g.registry, err = tools.NewRegistry(o.Clock, o.Audit, all...)
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	for _, s := range g.sources {
		s.start(o.Logger)
	}
	return g, nil
}

// Registry returns the tools.
func (g *Gateway) Registry() *tools.Registry { return g.registry }

// Config returns the configuration that the gateway was made of.
func (g *Gateway) Config() *config.Config { return g.config }

// Runner returns the runner of a source, nil where there is none of that name.
func (g *Gateway) Runner(source string) *query.Runner { return g.runners[source] }

// Sources returns the names of the sources, in the order of the configuration: the cell's, the record's, the others.
func (g *Gateway) Sources() []string {
	names := make([]string, len(g.sources))
	for i, s := range g.sources {
		names[i] = s.name
	}
	return names
}

// Ready opens every source that is not open yet, all at once, and returns the errors of those that cannot be asked, by
// their names.
func (g *Gateway) Ready(ctx context.Context) map[string]error {
	errs := make([]error, len(g.sources))
	var group sync.WaitGroup
	for i, s := range g.sources {
		group.Go(func() {
			if _, errs[i] = s.get(ctx); errs[i] == nil {
				errs[i] = s.state()
			}
		})
	}
	group.Wait()
	failed := map[string]error{}
	for i, s := range g.sources {
		if errs[i] != nil {
			failed[s.name] = errs[i]
		}
	}
	return failed
}

// States returns, for each source by its name, nil where it can be asked now, and else the error that its calls get. It
// waits for nothing.
func (g *Gateway) States() map[string]error {
	states := make(map[string]error, len(g.sources))
	for _, s := range g.sources {
		states[s.name] = s.state()
	}
	return states
}

// Close closes the sources. Calls that run are finished.
func (g *Gateway) Close() error {
	var failed error
	for _, s := range g.sources {
		failed = errors.Join(failed, s.Close())
	}
	return failed
}

// tools makes the tools of everything that the configuration names.
func (g *Gateway) tools(c *config.Config, o Options) ([]*tools.Tool, error) {
	var generic []substrate.Source
	var all []*tools.Tool
	if c.Cell != nil {
		s := c.Cell.Source()
		runner := g.source(s, c.Limits)
		generic = append(generic, substrate.Source{Runner: runner, Description: s.Description, Policy: always(s.Policy.Guard(s.Dialect()))})
		made, err := cellTools(c.Cell, runner)
		if err != nil {
			return nil, err
		}
		all = append(all, made...)
	}
	if c.Record != nil {
		s := c.Record.Source()
		runner := g.source(s, c.Limits)
		generic = append(generic, substrate.Source{Runner: runner, Description: s.Description, Policy: recordPolicy(s.Policy.Guard(s.Dialect()))})
		made, err := recordTools(c.Record, runner)
		if err != nil {
			return nil, err
		}
		all = append(all, made...)
	}
	for _, s := range c.Sources {
		runner := g.source(s, c.Limits)
		generic = append(generic, substrate.Source{
			Runner: runner, Description: s.Description, Policy: always(s.Policy.Guard(s.Dialect())), Exact: !s.Redact,
		})
	}
	if len(generic) == 0 {
		return all, nil
	}
	made, err := substrate.Tools(generic, substrate.Options{Clock: o.Clock})
	return append(made, all...), err
}

func always(p guard.Policy) func(substrate.Scope) guard.Policy {
	return func(substrate.Scope) guard.Policy { return p }
}

func (g *Gateway) source(s config.Source, l config.Limits) *query.Runner {
	if s.Dialect() == guard.Postgres {
		return g.postgres(s)
	}
	return g.sqlite(s.Name, s.SQLite, s.Immutable, l, s.Budget)
}

func (g *Gateway) sqlite(name string, path config.Path, immutable bool, l config.Limits, b config.Budget) *query.Runner {
	// One query gets at most half of what all may hold together, so that none starves the others by itself.
	memory := int64(l.Memory) / 2
	if memory == 0 {
		memory = sqlite.DefaultMaxMemory / 2
	}
	o := sqlite.Options{Name: name, Path: string(path), Immutable: immutable, MaxMemory: memory}
	return g.add(name, guard.SQLite, func(ctx context.Context) (query.Source, error) { return sqlite.Open(ctx, o) }, b)
}

func (g *Gateway) add(name string, d guard.Dialect, open func(context.Context) (query.Source, error), b config.Budget) *query.Runner {
	s := newLazy(name, d, open)
	runner := query.NewRunner(s, b.Runner())
	g.sources = append(g.sources, s)
	g.runners[name] = runner
	return runner
}

func cellTools(c *config.Cell, runner *query.Runner) ([]*tools.Tool, error) {
	address, err := config.NATSAddress(c.NATS)
	if err != nil {
		return nil, fmt.Errorf("cell.nats: %w", err)
	}
	nats := cell.NATS{Address: address, Credentials: string(c.NATSCredentials), Subjects: c.NATSSubjects}
	if c.NATS != address {
		nats.URL = c.NATS
	}
	return cell.Tools(cell.Options{
		Substrate: runner, SubstratePath: string(c.Substrate), Policy: c.Policy.Guard(c.Source().Dialect()),
		CellIdentity: string(c.CellIdentity), TauSyncState: string(c.TauSyncState), Logs: string(c.Logs),
		NATS: nats, Processes: c.Processes,
	})
}
