package fleet

import (
	"context"
	"encoding/json"

	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/statement"
)

// Machine is one machine of the fleet.
type Machine struct {
	MachineID    string `json:"machine_id"`
	Hostname     string `json:"hostname"`
	OS           string `json:"os"`
	WorktreeRoot string `json:"worktree_root"`
	LastSeenAt   string `json:"last_seen_at"`
}

// Notification is a message of the fleet's engine that nobody has acknowledged.
type Notification struct {
	ID    int64  `json:"id"`
	At    string `json:"at"`
	Level string `json:"level"`
	Body  string `json:"body"`
}

// Stream is one row of fleet_show. What follows LastGate is there with detail full only.
type Stream struct {
	Slug      string  `json:"slug"`
	Title     string  `json:"title"`
	State     string  `json:"state"`
	Wave      string  `json:"wave"`
	MachineID *string `json:"machine_id"`
	Seat      string  `json:"seat"`
	Model     string  `json:"model"`
	Branch    string  `json:"branch"`
	Base      string  `json:"base"`
	UpdatedAt string  `json:"updated_at"`
	LastGate  *Gate   `json:"last_gate" jsonschema:"the gate with the greatest time, then id; null where there is none"`
	*StreamDetail
}

// StreamDetail is what detail full adds to a stream.
type StreamDetail struct {
	Backend        string         `json:"backend"`
	WorktreePath   string         `json:"worktree_path"`
	EvidenceRecipe string         `json:"evidence_recipe"`
	MergeMessage   string         `json:"merge_message"`
	QuotedUSD      optionalAmount `json:"quoted_usd,omitzero" jsonschema:"null: never quoted; left out without the class cost-data"`
	CreatedAt      string         `json:"created_at"`
	ClosedAt       *string        `json:"closed_at"`
	OpenPhase      *string        `json:"open_phase" jsonschema:"the phase that began last and has not ended"`
}

// optionalAmount is an amount that may be left out, because the caller may not see it, or be null, because there is
// none.
type optionalAmount struct {
	shown  bool
	amount *Dollars
}

// IsZero makes encoding/json leave out what the caller may not see.
func (o optionalAmount) IsZero() bool { return !o.shown }

// MarshalJSON implements json.Marshaler.
func (o optionalAmount) MarshalJSON() ([]byte, error) { return json.Marshal(o.amount) }

// UnmarshalJSON implements json.Unmarshaler.
func (o *optionalAmount) UnmarshalJSON(text []byte) error {
	o.shown = true
	return json.Unmarshal(text, &o.amount)
}

// Amount returns the amount, nil where there is none, and whether the caller may see it.
func (o optionalAmount) Amount() (*Dollars, bool) { return o.amount, o.shown }

// FleetShow is the result of fleet_show.
type FleetShow struct {
	AsOf         string        `json:"as_of_ts"`
	TotalCount   int64         `json:"total_count" jsonschema:"streams that match, before limit"`
	Streams      []Stream      `json:"streams" jsonschema:"newest updated_at first, then slug"`
	Machines     []Machine     `json:"machines"`
	Notification *Notification `json:"notification" jsonschema:"the most urgent one not yet acknowledged, then the newest"`
	NextAfter    *string       `json:"next_after" jsonschema:"give it as after for the next page; null where none follows"`
	Format       string        `json:"format,omitempty"`
	Content      string        `json:"content,omitempty" jsonschema:"the rows as csv or tsv, with a header"`
}

// MarshalJSON implements json.Marshaler: with another format than JSON there are only format, content and next_after.
func (f FleetShow) MarshalJSON() ([]byte, error) {
	if f.Format != "" {
		return encode(separated{f.Format, f.Content, f.NextAfter})
	}
	type bare FleetShow
	return encode(bare(f))
}

func (r *record) fleetShow(ctx context.Context, c tools.Call, in fleetIn) (FleetShow, error) {
	f, err := in.parse("fleet_show")
	if err != nil {
		return FleetShow{}, err
	}
	out := FleetShow{AsOf: asOf(c), Streams: []Stream{}, Machines: []Machine{}}
	err = r.read(ctx, func(s *snapshot) error {
		if err := s.known(c.Caller, "streams", f.slugs); err != nil {
			return err
		}
		p, err := s.page(&f)
		if err != nil {
			return err
		}
		out.TotalCount = p.total
		out.NextAfter = p.cursor(f.kind)
		if out.Streams, err = s.streams(c.Caller, p.slugs, f.full); err != nil || f.format != "json" {
			return err
		}
		if out.Machines, err = s.machines(); err != nil {
			return err
		}
		out.Notification, err = s.notification()
		return err
	})
	if err != nil {
		return FleetShow{}, err
	}
	c.Account.Rows = len(out.Streams)
	if f.format != "json" {
		out.Format = f.format
		out.Content = streamTable(out.Streams, f.full, c.Caller.Holds(tools.ClassCostData)).write(f.format)
	}
	return out, nil
}

// cursor is the next_after of a page.
func (p *page) cursor(kind string) *string {
	if p.next == nil {
		return nil
	}
	cursor := p.next.cursor(kind)
	return &cursor
}

// streams makes the rows of fleet_show for the slugs, in their order.
func (s *snapshot) streams(c tools.Caller, slugs []string, full bool) ([]Stream, error) {
	rows, err := s.streamRows(slugs)
	if err != nil {
		return nil, err
	}
	gates, err := s.gates(slugs)
	if err != nil {
		return nil, err
	}
	var quotes map[string]*Dollars
	var phases map[string]string
	if full {
		if quotes, err = s.quotes(c, slugs); err != nil {
			return nil, err
		}
		if phases, err = s.openPhases(slugs); err != nil {
			return nil, err
		}
	}
	streams := make([]Stream, 0, len(slugs))
	for _, slug := range slugs {
		row := rows[slug]
		stream := Stream{
			Slug: row.slug, Title: row.title, State: row.state, Wave: row.wave, MachineID: row.machineID, Seat: row.seat, Model: row.model,
			Branch: row.branch, Base: row.base, UpdatedAt: row.updatedAt, LastGate: lastGate(gates[slug]).gate(),
		}
		if full {
			stream.StreamDetail = &StreamDetail{
				Backend: row.backend, WorktreePath: row.worktreePath, EvidenceRecipe: row.evidenceRecipe, MergeMessage: row.mergeMsg,
				QuotedUSD: optionalAmount{quotes != nil, quotes[slug]}, CreatedAt: row.createdAt, ClosedAt: row.closedAt,
			}
			if phase, open := phases[slug]; open {
				stream.OpenPhase = &phase
			}
		}
		streams = append(streams, stream)
	}
	return streams, nil
}

// openPhases reads the phase of each stream that began last and has not ended.
func (s *snapshot) openPhases(slugs []string) (map[string]string, error) {
	open, began := map[string]string{}, map[string]string{}
	err := s.rows("open_phases", query.Args{"slugs": statement.List(slugs)}, func(row []query.Value) error {
		slug, at := string(row[0].Bytes), textOf(row[2])
		if last, seen := began[slug]; !seen || compareTexts(at, last) >= 0 {
			open[slug], began[slug] = textOf(row[1]), at
		}
		return nil
	})
	return open, err
}

func (s *snapshot) machines() ([]Machine, error) {
	machines := []Machine{}
	err := s.rows("machines", nil, func(row []query.Value) error {
		machines = append(machines, Machine{textOf(row[0]), textOf(row[1]), textOf(row[2]), textOf(row[3]), textOf(row[4])})
		return nil
	})
	return machines, err
}

// notification returns the one that matters most: critical before warning before info, then the newest.
func (s *snapshot) notification() (*Notification, error) {
	var id int64
	var newest string
	found := false
	err := s.rows("notifications", nil, func(row []query.Value) error {
		at := textOf(row[1])
		if order := compareTexts(at, newest); !found || order > 0 || order == 0 && row[0].Int > id {
			id, newest, found = row[0].Int, at, true
		}
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	var n *Notification
	err = s.rows("notification", query.Args{"id": id}, func(row []query.Value) error {
		n = &Notification{row[0].Int, textOf(row[1]), textOf(row[2]), textOf(row[3])}
		return nil
	})
	return n, err
}
