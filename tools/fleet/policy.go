package fleet

import (
	"slices"

	"vitrine/guard"
	"vitrine/tools"
)

// costRelations are the tables of the record that are cost-data; beside them only streams.quoted_usd is.
var costRelations = []string{"ledger", "run_record"}

// Policy is what substrate_read runs under on a record, by the data classes that the caller holds. ledger, run_record and
// streams.quoted_usd need cost-data, all else needs stream-state. A caller without either may read nothing.
func Policy(d guard.Dialect, classes []tools.Class) guard.Policy {
	state, cost := slices.Contains(classes, tools.ClassStreamState), slices.Contains(classes, tools.ClassCostData)
	switch {
	case state && cost:
		return guard.Policy{Dialect: d}
	case state:
		return guard.Policy{Dialect: d, DenyRelations: costRelations, DenyColumns: []string{"streams.quoted_usd"}}
	case cost:
		return guard.Policy{Dialect: d, AllowRelations: slices.Concat(costRelations, tableFunctions(d))}
	}
	return guard.Policy{Dialect: d, DenyRelations: []string{"*"}}
}

// tableFunctions are the functions that read no table and yet count as relations: in PostgreSQL they are functions.
func tableFunctions(d guard.Dialect) []string {
	if d == guard.SQLite {
		return []string{"json_each", "json_tree"}
	}
	return nil
}

// PathColumns lists the columns of the record that hold absolute paths, as the rules of a guard.Policy name them. Over
// HTTP they are masked in raw SQL, so that no expression can rebuild them; on PostgreSQL, which cannot mask, they are denied.
func PathColumns() []string {
	return []string{"machines.worktree_root", "streams.worktree_path", "gates.log_path", "captures.store_path"}
}

// The policies of the statements of this package. Each hides what the data class of the statement does not cover, so
// that not even an error in the program can show it.
var (
	statePolicy = func(d guard.Dialect) guard.Policy { return Policy(d, []tools.Class{tools.ClassStreamState}) }
	// costPolicy also lets a statement find the quote of a slug that the caller named.
	costPolicy = func(d guard.Dialect) guard.Policy {
		return guard.Policy{
			Dialect:        d,
			AllowRelations: slices.Concat(costRelations, []string{"streams"}, tableFunctions(d)),
			DenyColumns: []string{
				"streams.title", "streams.state", "streams.wave", "streams.machine_id", "streams.seat", "streams.model", "streams.backend",
				"streams.branch", "streams.base", "streams.worktree_path", "streams.evidence_recipe", "streams.merge_message",
				"streams.created_at", "streams.updated_at", "streams.closed_at",
			},
		}
	}
	bothPolicy = func(d guard.Dialect) guard.Policy {
		return Policy(d, []tools.Class{tools.ClassStreamState, tools.ClassCostData})
	}
)

// policies gives each file in sql its policy.
var policies = map[string]func(guard.Dialect) guard.Policy{
	"board":               statePolicy,
	"board_count":         statePolicy,
	"capture":             statePolicy,
	"captures":            statePolicy,
	"captures_count":      statePolicy,
	"captures_count_of":   statePolicy,
	"captures_of":         statePolicy,
	"census":              costPolicy,
	"census_nearest":      costPolicy,
	"cost":                costPolicy,
	"gate":                statePolicy,
	"gates":               statePolicy,
	"ledger":              costPolicy,
	"machines":            statePolicy,
	"merges":              statePolicy,
	"notification":        statePolicy,
	"notifications":       statePolicy,
	"open_phases":         statePolicy,
	"phases":              statePolicy,
	"quoted":              costPolicy,
	"seat_events":         statePolicy,
	"seat_runs":           costPolicy,
	"seat_verdicts":       statePolicy,
	"seats":               statePolicy,
	"spend_real":          costPolicy,
	"spend_runs":          costPolicy,
	"spend_virtual":       costPolicy,
	"streams_all":         bothPolicy,
	"streams_count":       statePolicy,
	"streams_count_all":   statePolicy,
	"streams_count_state": statePolicy,
	"streams_known":       statePolicy,
	"streams_names":       statePolicy,
	"streams_range":       statePolicy,
	"streams_rows":        statePolicy,
	"streams_top":         statePolicy,
	"streams_undated":     statePolicy,
}
