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
	return fleet.Tools(runner, fleet.Options{Policy: c.Policy.Guard(guard.SQLite), StaleAfter: time.Duration(c.StaleAfter)})
}

// recordPolicy narrows the configured policy to the data classes of a caller: of the record, ledger, run_record and
// streams.quoted_usd are cost-data, all else is stream-state. Where paths are kept from the caller, the columns that
// hold them are masked by the engine, so that no expression can rebuild them.
func recordPolicy(configured guard.Policy) func(substrate.Scope) guard.Policy {
	return func(scope substrate.Scope) guard.Policy {
		p := configured
		cost, streams := scope.Holds(tools.ClassCostData), scope.Holds(tools.ClassStreamState)
		if !cost {
			p.DenyRelations = append(slices.Clone(p.DenyRelations), "ledger", "run_record")
			p.DenyColumns = append(slices.Clone(p.DenyColumns), "streams.quoted_usd")
		}
		if !streams {
			p.DenyRelations = append(slices.Clone(p.DenyRelations), streamRelations...)
		}
		if scope.Redact {
			p.MaskColumns = append(slices.Clone(p.MaskColumns), "machines.worktree_root", "streams.worktree_path", "gates.log_path", "captures.store_path")
		}
		return p
	}
}

// streamRelations are the relations of the record that are stream-state.
var streamRelations = []string{
	"machines", "streams", "stream_events", "gates", "phase_spans", "observed_merges", "notifications", "captures", "seats",
	"seat_events", "credential_verdicts",
}
