package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/guard"
	"vitrine/tools"
	"vitrine/tools/fleet/render"
	"vitrine/tools/gateway"
)

// fleetVerb is a command that mirrors one tool of the fleet's record.
type fleetVerb struct {
	use, tool      string
	short, example string
	argument       string      // the tool's argument that may stand without a flag, "" for none
	flags          [][2]string // the tool's arguments and what they mean
}

// streamFilters are the flags of fleet show and wave show.
var streamFilters = [][2]string{
	{"state", "only these `states`, comma-separated: queued, running, gated, blocked, merged, abandoned"},
	{"since", "only what was created at or after this `time`: RFC 3339 or YYYY-MM-DD (UTC)"},
	{"changed_since", "only what was updated at or after this `time`"},
	{"streams", "only these `slugs`, comma-separated; may be given more than once"},
	{"detail", "`how much` of each stream: summary or full"},
	{"horizon", "`which` streams: live, neither merged nor abandoned, or all; live unless --state or --streams is given"},
	{"limit", "at most this `number` of streams, up to 1000"},
	{"after", "go on behind this `cursor`, which the page before gave"},
	{"format", "json, csv or tsv; csv and tsv are printed as they are"},
}

// fleetVerbs are the commands by the word that they stand under.
var fleetVerbs = []struct {
	group, short string
	verbs        []fleetVerb
}{
	{"fleet", "look at the fleet's streams of work and its seats", []fleetVerb{
		{
			use: "show", tool: "fleet_show", short: "list streams of work, newest change first", flags: streamFilters,
			example: "  vitrine fleet show --record record.sqlite\n  vitrine fleet show --record record.sqlite --state blocked,gated --detail full",
		},
		{
			use: "usage-projection", tool: "fleet_usage_projection", short: "tell what each seat ran and spent, and how fresh that is",
			example: "  vitrine fleet usage-projection --record record.sqlite",
		},
	}},
	{"wave", "look at streams by wave", []fleetVerb{{
		use: "show", tool: "wave_show", short: "list streams by wave, with their gates and merges", flags: streamFilters,
		example: "  vitrine wave show --record record.sqlite --horizon all",
	}}},
	{"stream", "look at one stream", []fleetVerb{{
		use: "detail [SLUG]", tool: "stream_detail", short: "tell everything about one stream", argument: "slug",
		flags: [][2]string{{"slug", "the `slug` of the stream"}}, example: "  vitrine stream detail add-search --record record.sqlite",
	}}},
	{"ledger", "look at the cost ledger", []fleetVerb{{
		use: "show", tool: "ledger_show", short: "add up the ledger by session and workspace", example: "  vitrine ledger show --record record.sqlite",
	}}},
	{"board", "export the logs of events and gates", []fleetVerb{{
		use: "export", tool: "board_export", short: "render the event and gate logs as Markdown, CSV or one HTML page",
		flags: [][2]string{
			{"format", "`what` to render: md, csv or html"},
			{"csv_lane", "with csv, `which` rows: events or streams"},
		},
		example: "  vitrine board export --format html --out board.html --record record.sqlite\n  vitrine board export --format csv --csv-lane events --record record.sqlite",
	}}},
	{"cost", "look at what a stream cost", []fleetVerb{{
		use: "show [STREAM]", tool: "cost_show", short: "compare what a stream was quoted with what its runs cost", argument: "stream",
		flags: [][2]string{{"stream", "the `slug` of the stream"}}, example: "  vitrine cost show add-search --record record.sqlite",
	}}},
	{"capture", "look at captured artifacts", []fleetVerb{
		{
			use: "show [ID]", tool: "capture_show", short: "tell one captured artifact and its custody", argument: "id",
			flags: [][2]string{{"id", "the `id` of the capture"}}, example: "  vitrine capture show 7 --record record.sqlite",
		},
		{
			use: "list", tool: "capture_list", short: "list captured artifacts with their custody",
			flags: [][2]string{
				{"stream", "only those of the stream with this `slug`"},
				{"limit", "at most this `number` of captures, up to 500"},
				{"after", "go on behind this `cursor`, which the page before gave"},
			},
			example: "  vitrine capture list --record record.sqlite --limit 10",
		},
	}},
	{"spend", "add up what was spent", []fleetVerb{{
		use: "window", tool: "spend_window", short: "add up what was spent in a window, and what of it is not known",
		flags: [][2]string{
			{"from", "the `start` of the window, included: RFC 3339 or YYYY-MM-DD (UTC)"},
			{"to", "the `end` of the window, excluded"},
			{"group_by", "add up by `what`: total, stream, seat, model, backend or billing_mode"},
			{"meter", "`which` dollars: normalized, real or virtual"},
		},
		example: "  vitrine spend window --from 2026-05-01 --to 2026-06-01 --group-by seat --record record.sqlite",
	}}},
	{"executor", "look at who ran what", []fleetVerb{{
		use: "census [DAY]", tool: "executor_census", short: "count the runs of a day by machine and identity", argument: "day",
		flags: [][2]string{{"day", "the `day`, YYYY-MM-DD in UTC"}}, example: "  vitrine executor census 2026-05-14 --record record.sqlite",
	}}},
}

// newFleetCommands makes the commands of the fleet's record.
func newFleetCommands(a *app) []*cobra.Command {
	var groups []*cobra.Command
	for _, g := range fleetVerbs {
		group := newGroup(g.group, g.short)
		for _, v := range g.verbs {
			group.AddCommand(newFleetVerb(a, v))
		}
		groups = append(groups, group)
	}
	return groups
}

// newFleetVerb makes the command that mirrors a tool. Flags only spell the tool's arguments: the tool decides whether it
// takes them, so that the shell and MCP give the same answer to the same mistake.
func newFleetVerb(a *app, v fleetVerb) *cobra.Command {
	var served servedFlags
	var asJSON bool
	var out string
	cmd := &cobra.Command{
		Use: v.use, Short: v.short, Example: v.example, Args: cobra.MaximumNArgs(0),
		Long: strings.ToUpper(v.short[:1]) + v.short[1:] + `. The same as the tool ` + v.tool + `: --json prints exactly the text that it
returns over MCP, and without it a person gets a table. The process enters its sandbox before the tool runs.

The record is the file or the postgres:// address of --record, or what the configuration names.`,
	}
	values := make(map[string]*[]string, len(v.flags))
	for _, f := range v.flags {
		values[f[0]] = cmd.Flags().StringArray(strings.ReplaceAll(f[0], "_", "-"), nil, f[1])
	}
	if v.argument != "" {
		cmd.Args = cobra.MaximumNArgs(1)
	}
	served.registerFenced(cmd)
	must(cmd.Flags().MarkHidden("db")) // of the other sources
	cmd.Flags().BoolVar(&asJSON, "json", false, "print exactly what the tool returns over MCP")
	if v.tool == "board_export" {
		cmd.Flags().StringVar(&out, "out", "", "write the board to this `file` in place of stdout")
	}
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if len(words) > 0 {
			if given := values[v.argument]; len(*given) > 0 {
				return usagef("give one of the two", "both %s and --%s", words[0], v.argument)
			}
			values[v.argument] = &words
		}
		if asJSON && out != "" {
			return usagef("--out writes the board, --json prints the whole result", "both --json and --out")
		}
		o, keep, err := a.fleetOutput(out, &served)
		if err != nil {
			return err
		}
		defer o.discard() // of what was not committed
		g, err := a.openFenced(cmd.Context(), &served, gateway.Options{Logger: quiet(), Clock: a.now}, keep)
		if err != nil {
			return err
		}
		defer g.Close()
		t := toolNamed(g.Gateway, v.tool)
		if t == nil {
			return usagef("give --record the file of the record", "there is no fleet's record to read")
		}
		arguments, err := verbArguments(t, v, values)
		if err != nil {
			return err
		}
		result, err := g.Registry().Call(cmd.Context(), tools.LocalOperator(), v.tool, arguments, nil)
		if err != nil {
			return err
		}
		return a.writeFleet(v.tool, result, asJSON, o)
	}
	return cmd
}

// fleetOutput opens the file of --out, or stdout, while files can still be opened, and says what the sandbox must leave
// for the file to get its name.
func (a *app) fleetOutput(out string, served *servedFlags) (*output, func(*sandbox.Plan), error) {
	record := ""
	if out != "" {
		c, err := served.resolve()
		if err != nil {
			return nil, nil, err
		}
		if c.Record != nil {
			record = string(c.Record.Path)
		}
	}
	o, err := a.openOutput(out, record)
	if err != nil {
		return nil, nil, err
	}
	return o, func(plan *sandbox.Plan) {
		if o.target != "" {
			plan.MoveFolders = append(plan.MoveFolders, filepath.Dir(o.target))
		}
	}, nil
}

// verbArguments makes the tool's arguments of the flags that were given.
func verbArguments(t *tools.Tool, v fleetVerb, values map[string]*[]string) (json.RawMessage, error) {
	var b strings.Builder
	b.WriteByte('{')
	for _, f := range v.flags {
		given := *values[f[0]]
		if len(given) == 0 {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(quoteJSON(f[0]) + ":")
		switch {
		case len(given) == 1 && f[0] == "streams":
			b.WriteString(quoteJSON(given[0]))
		case len(given) == 1:
			b.WriteString(valueOf(t, f[0], given[0]))
		case f[0] == "streams":
			list, err := json.Marshal(given)
			if err != nil {
				return nil, err
			}
			b.Write(list)
		default:
			return nil, usagef("give it once", "--%s is given %d times", strings.ReplaceAll(f[0], "_", "-"), len(given))
		}
	}
	b.WriteByte('}')
	return json.RawMessage(b.String()), nil
}

// writeFleet prints a result: as it is with --json, a document as it is, and else as a table.
func (a *app) writeFleet(tool string, result *tools.Result, asJSON bool, o *output) error {
	if asJSON {
		text := result.Text
		if a.stdoutIsTerminal {
			text += "\n" // the end of the line, not of the text
		}
		if _, err := io.WriteString(a.stdout, text); err != nil {
			return err
		}
		if result.IsError {
			return &silentExit{toolExit(result.Code)}
		}
		return nil
	}
	if result.IsError {
		return resultError(result)
	}
	var document struct {
		Content *string `json:"content"`
	}
	if err := json.Unmarshal(result.JSON, &document); err == nil && document.Content != nil {
		if _, err := io.WriteString(o, *document.Content); err != nil {
			return err
		}
		return o.commit()
	}
	return render.Write(a.terminal, tool, result.JSON, render.Options{Color: a.stdoutIsTerminal && os.Getenv("NO_COLOR") == "", Width: a.width})
}

// resultError is the error of a tool's result, as the commands report errors.
func resultError(result *tools.Result) error {
	var own struct {
		Error *tools.Error `json:"error"`
	}
	if json.Unmarshal(result.JSON, &own) != nil || own.Error == nil {
		return errors.New(result.Text)
	}
	if _, isGuards := guardCode(own.Error.Code); isGuards {
		var refused struct {
			Error *guard.Refusal `json:"error"`
		}
		if json.Unmarshal(result.JSON, &refused) == nil && refused.Error != nil {
			return refused.Error
		}
	}
	return own.Error
}

func guardCode(code string) (guard.Code, bool) {
	for _, c := range guard.Codes() {
		if string(c) == code {
			return c, true
		}
	}
	return "", false
}
