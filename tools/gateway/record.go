package gateway

import (
	"slices"
	"time"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/config"
	"vitrine/tools/fleet"
	"vitrine/tools/substrate"
)

// recordTools makes the tools of the fleet's record.
func recordTools(c *config.Record, runner *query.Runner) ([]*tools.Tool, error) {
	return fleet.Tools(runner, fleet.Options{Policy: c.Policy.Guard(c.Source().Dialect()), StaleAfter: time.Duration(c.StaleAfter)})
}

// recordPolicy narrows the configured policy to what the data classes of a caller cover. Where paths are kept from the
// caller, the columns that hold them are masked by the engine, so that no expression can rebuild them. PostgreSQL cannot
// mask: there they are denied.
func recordPolicy(configured guard.Policy) func(substrate.Scope) guard.Policy {
	return func(scope substrate.Scope) guard.Policy {
		var held []tools.Class
		for _, class := range tools.Classes() {
			if scope.Holds(class) {
				held = append(held, class)
			}
		}
		p, of := configured, fleet.Policy(configured.Dialect, held)
		p.AllowRelations = bothAllow(configured, of)
		p.DenyRelations = slices.Concat(configured.DenyRelations, of.DenyRelations)
		p.DenyColumns = slices.Concat(configured.DenyColumns, of.DenyColumns)
		p.MaskColumns = slices.Concat(configured.MaskColumns, of.MaskColumns)
		switch {
		case !scope.Redact:
		case p.Dialect == guard.Postgres:
			p.DenyColumns = slices.Concat(p.DenyColumns, fleet.PathColumns())
		default:
			p.MaskColumns = slices.Concat(p.MaskColumns, fleet.PathColumns())
		}
		return p
	}
}

// bothAllow returns the relations that both policies allow. of names each of its own whole; configured may use globs.
func bothAllow(configured, of guard.Policy) []string {
	if len(of.AllowRelations) == 0 || len(configured.AllowRelations) == 0 {
		return slices.Concat(configured.AllowRelations, of.AllowRelations)
	}
	g, err := guard.New(configured)
	if err != nil {
		return []string{"\x00"} // nothing: the configuration was checked before it came here
	}
	schema := "main"
	if configured.Dialect == guard.Postgres {
		schema = "public"
	}
	var both []string
	for _, relation := range of.AllowRelations {
		if g.AllowsRelation(schema, relation) {
			both = append(both, relation)
		}
	}
	if both == nil {
		both = []string{"\x00"} // an empty list would allow everything
	}
	return both
}
