package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

// The accepted values of the arguments of fleet_show and wave_show.
var (
	states   = []string{"queued", "running", "gated", "blocked", "merged", "abandoned"}
	live     = []string{"queued", "running", "gated", "blocked"}
	details  = []string{"summary", "full"}
	horizons = []string{"live", "all"}
	formats  = []string{"json", "csv", "tsv"}
)

// The limits of fleet_show and wave_show.
const (
	streamLimit    = 100
	maxStreamLimit = 1000
)

type fleetIn struct {
	State        string          `json:"state,omitempty" jsonschema:"comma-separated states: queued, running, gated, blocked, merged, abandoned"`
	Since        string          `json:"since,omitempty" jsonschema:"created at or after: RFC 3339 or YYYY-MM-DD (UTC)"`
	ChangedSince string          `json:"changed_since,omitempty" jsonschema:"updated at or after: RFC 3339 or YYYY-MM-DD (UTC)"`
	Streams      json.RawMessage `json:"streams,omitempty" jsonschema:"only these slugs: a comma-separated text or an array"`
	Detail       string          `json:"detail,omitempty" jsonschema:"how much of each stream" enum:"summary,full" default:"summary"`
	Horizon      string          `json:"horizon,omitempty" jsonschema:"live: neither merged nor abandoned, the default unless state or streams say what is wanted; all" enum:"live,all"`
	Limit        *int            `json:"limit,omitempty" jsonschema:"most streams to return" minimum:"1" maximum:"1000" default:"100"`
	After        string          `json:"after,omitempty" jsonschema:"next_after of an earlier answer to the same question"`
	Format       string          `json:"format,omitempty" jsonschema:"json, or csv or tsv in the field content" enum:"json,csv,tsv" default:"json"`
}

// Check implements tools.Checker.
func (in *fleetIn) Check() error {
	_, err := in.parse("")
	return err
}

// filter is what fleet_show and wave_show were asked for.
type filter struct {
	kind           string // of the cursor
	states         []string
	since, changed *time.Time
	slugs          []string // nil: every stream
	full           bool
	limit          int
	after          *place // nil: from the start
	format         string
}

func (in *fleetIn) parse(tool string) (f filter, err error) {
	given, err := tools.ParseList("state", in.State, states)
	if err != nil {
		return f, err
	}
	if f.since, err = maybeTime("since", in.Since); err != nil {
		return f, err
	}
	if f.changed, err = maybeTime("changed_since", in.ChangedSince); err != nil {
		return f, err
	}
	if f.slugs, err = parseSlugs("streams", in.Streams); err != nil {
		return f, err
	}
	detail, err := tools.ParseOne("detail", in.Detail, "summary", details)
	if err != nil {
		return f, err
	}
	f.full = detail == "full"
	// Who names states or streams wants those, also closed ones; who names nothing wants what is alive.
	standard := "live"
	if given != nil || f.slugs != nil {
		standard = "all"
	}
	horizon, err := tools.ParseOne("horizon", in.Horizon, standard, horizons)
	if err != nil {
		return f, err
	}
	for _, state := range states {
		if (given == nil || slices.Contains(given, state)) && (horizon == "all" || slices.Contains(live, state)) {
			f.states = append(f.states, state)
		}
	}
	if f.limit, err = tools.ParseLimit("limit", in.Limit, streamLimit, maxStreamLimit); err != nil {
		return f, err
	}
	if f.format, err = tools.ParseOne("format", in.Format, "json", formats); err != nil {
		return f, err
	}
	slugs, _ := json.Marshal(f.slugs) // strings always encode
	f.kind = fmt.Sprint(tool, "|", f.states, "|", in.Since, "|", in.ChangedSince, "|", string(slugs))
	if tool == "" {
		return f, nil // before the tool is known, nothing says whose cursor it must be
	}
	f.after, err = decodePlace(in.After, f.kind)
	return f, err
}

func maybeTime(argument, given string) (*time.Time, error) {
	if given == "" {
		return nil, nil
	}
	t, err := tools.ParseTime(argument, given)
	return &t, err
}

// parseSlugs reads slugs as a comma-separated text or as an array, which can also name a slug that holds a comma.
func parseSlugs(argument string, given json.RawMessage) ([]string, error) {
	given = bytes.TrimSpace(given)
	if len(given) == 0 || string(given) == "null" {
		return nil, nil
	}
	var text string
	if json.Unmarshal(given, &text) == nil {
		return tools.ParseList(argument, text, nil)
	}
	var slugs []string
	if json.Unmarshal(given, &slugs) != nil || slices.Contains(slugs, "") {
		return nil, tools.BadArgument(argument, string(given), "a comma-separated text or an array of slugs", nil)
	}
	if len(slugs) == 0 {
		return nil, nil
	}
	return slugs, nil
}

// args are the parameters of the fragment chosen.
func (f *filter) args(state string) query.Args {
	args := query.Args{"state": state, "slugs": nil}
	if f.slugs != nil {
		args["slugs"] = statement.List(f.slugs)
	}
	for name, t := range map[string]*time.Time{"since": f.since, "changed": f.changed} {
		args[name+"_second"], args[name+"_fraction"] = nil, nil
		if t != nil {
			at := instantOf(*t)
			args[name+"_second"], args[name+"_fraction"] = at.second, at.part()
		}
	}
	return args
}

// plain reports whether only the state chooses.
func (f *filter) plain() bool { return f.slugs == nil && f.since == nil && f.changed == nil }

// place is where a stream stands in the order of the list: newest instant of updated_at first, then slug; those whose
// time cannot be read come last.
type place struct {
	at    instant
	dated bool
	slug  string
}

func placeOf(updatedAt, slug string) place {
	at, dated := readInstant(updatedAt)
	return place{at, dated, slug}
}

func comparePlaces(a, b place) int {
	switch {
	case a.dated && !b.dated:
		return -1
	case b.dated && !a.dated:
		return 1
	}
	if order := b.at.compare(a.at); order != 0 {
		return order
	}
	return strings.Compare(a.slug, b.slug)
}

func (p place) cursor(kind string) string {
	if !p.dated {
		return tools.EncodeCursor(kind, "", "", p.slug)
	}
	return tools.EncodeCursor(kind, fmt.Sprint(p.at.second), p.at.fraction, p.slug)
}

func decodePlace(given, kind string) (*place, error) {
	key, err := tools.DecodeCursor("after", given, kind, 3)
	if err != nil || key == nil {
		return nil, err
	}
	p := &place{slug: key[2]}
	if key[0] != "" {
		p.dated = true
		p.at.fraction = key[1]
		if _, err := fmt.Sscan(key[0], &p.at.second); err != nil {
			return nil, tools.BadArgument("after", given, "the next_after of an earlier answer", nil)
		}
	}
	return p, nil
}
