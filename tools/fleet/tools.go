package fleet

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/tools"
)

// Options are what the tools of a record can be told; the zero value will do.
type Options struct {
	// Policy holds an operator's rules for the record: what it denies and masks holds for these tools too.
	Policy guard.Policy
	// StaleAfter is the age from which fleet_usage_projection calls a measurement stale; 0 means DefaultStaleAfter.
	StaleAfter time.Duration
}

func (o Options) staleAfter() time.Duration {
	if o.StaleAfter <= 0 {
		return DefaultStaleAfter
	}
	return o.StaleAfter
}

// Tools makes the eleven tools of the record that the runner runs on. The error is that of a statement that the guard
// does not admit.
func Tools(runner *query.Runner, o Options) ([]*tools.Tool, error) {
	all, err := admit(runner.Source().Dialect(), o.Policy)
	if err != nil {
		return nil, err
	}
	r := &record{runner: runner, admitted: all, options: o}
	state := []tools.Class{tools.ClassStreamState}
	cost := []tools.Class{tools.ClassCostData}
	both := []tools.Class{tools.ClassStreamState, tools.ClassCostData}
	var made []*tools.Tool
	for _, one := range []maker{
		tool("fleet_show", "Streams of work", state, r.fleetShow,
			"Lists the fleet's streams of work with their state, seat and last gate, newest change first, with the machines and the most urgent "+
				"notification. Use it to see what is going on. Example: {\"state\": \"running,gated\", \"limit\": 20}"),
		tool("wave_show", "Waves", state, r.waveShow,
			"Lists streams by wave, each with the last verdict of every gate and its observed merges. Use it to see how far a wave has come. "+
				"Example: {\"horizon\": \"all\"}"),
		tool("stream_detail", "One stream", state, r.streamDetail,
			"Tells everything about one stream: its row, last gate with detail, phases with durations, merges. Example: {\"slug\": \"add-search\"}"),
		tool("ledger_show", "Ledger by session", both, r.ledgerShow,
			"Adds up the cost ledger by session and workspace: tokens, calls, refusals and what was billed. Takes no arguments. Example: {}"),
		tool("board_export", "Board", both, r.boardExport,
			"Renders the event and gate logs as a document: md, html (one page), or csv with csv_lane events or streams. "+
				"Example: {\"format\": \"csv\", \"csv_lane\": \"events\"}"),
		tool("cost_show", "Cost of a stream", cost, r.costShow,
			"Compares what a stream was quoted with what its runs cost, by model; unknown prices are counted, not added. "+
				"Example: {\"stream\": \"add-search\"}"),
		tool("capture_show", "One capture", state, r.captureShow,
			"Tells one captured artifact and its custody: captured, signed, stored, acknowledged. Example: {\"id\": 7}"),
		tool("capture_list", "Captures", state, r.captureList,
			"Lists captured artifacts with their custody, by id. Example: {\"stream\": \"add-search\", \"limit\": 10}"),
		tool("spend_window", "Spending of a window", both, r.spendWindow,
			"Answers what was spent in [from, to), by total, stream, seat, model, backend or billing mode, and how much of it has no known price. "+
				"Refuses with conservation_broken rather than leave a row out. Example: {\"from\": \"2026-05-01\", \"to\": \"2026-06-01\", \"group_by\": \"seat\"}"),
		tool("executor_census", "Executors of a day", both, r.executorCensus,
			"Counts the runs of one day (UTC) and what they cost, by machine and identity. Example: {\"day\": \"2026-05-14\"}"),
		tool("fleet_usage_projection", "Seats", both, r.fleetUsageProjection,
			"Tells of every seat its runs, spending, last run, last exhaustion, last failed sign-in and credential, each with its age. "+
				"Takes no arguments. Example: {}"),
	} {
		t, err := one()
		if err != nil {
			return nil, err
		}
		refine(t)
		made = append(made, t)
	}
	return made, nil
}

type maker func() (*tools.Tool, error)

func tool[In, Out any](name, title string, classes []tools.Class, handler func(context.Context, tools.Call, In) (Out, error), description string) maker {
	return func() (*tools.Tool, error) {
		return tools.New(tools.Descriptor{
			Name: name, Title: title, Description: description, Annotations: tools.ReadOnly(), Classes: classes,
		}, handler)
	}
}

// refine says in the schemas what the Go types cannot: that amounts are numbers, that slugs come as a text or an array,
// and that a list in another format than JSON has only some of the properties.
func refine(t *tools.Tool) {
	if streams := t.Input.Properties["streams"]; streams != nil {
		streams.Types, streams.Items = []string{"string", "array"}, &jsonschema.Schema{Type: "string"}
	}
	amounts(t.Output)
	if t.Name == "fleet_show" {
		// Which rows of fleet_show have the properties of StreamDetail is for the caller's detail to say.
		row := t.Output.Properties["streams"].Items
		row.Required = slices.DeleteFunc(row.Required, func(name string) bool { return slices.Contains(detailProperties, name) })
	}
	if t.Output.Properties["content"] != nil && t.Output.Properties["format"] != nil {
		t.Output.Required = []string{"contract_version", "next_after"}
	}
}

// detailProperties are the JSON names of StreamDetail.
var detailProperties = func() []string {
	var names []string
	detail := reflect.TypeFor[StreamDetail]()
	for i := range detail.NumField() {
		name, _, _ := strings.Cut(detail.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}()

// amounts makes every property that holds an amount a number, or null where it may be.
func amounts(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	for name, property := range s.Properties {
		if !strings.HasSuffix(name, "_usd") && name != "drift_percent" && name != "seconds" {
			amounts(property)
			continue
		}
		number := &jsonschema.Schema{Type: "number", Description: property.Description}
		if property.Types != nil || name == "quoted_usd" {
			number.Type, number.Types = "", []string{"null", "number"}
		}
		s.Properties[name] = number
	}
	amounts(s.Items)
	amounts(s.AdditionalProperties)
}
