package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

// recentWindow is the span of runs_recent.
const recentWindow = 24 * time.Hour

// DefaultStaleAfter is the age from which a measurement is called stale where the options do not say.
const DefaultStaleAfter = 24 * time.Hour

// Measured says how old a measurement is.
type Measured struct {
	AsOf       *string `json:"as_of" jsonschema:"instant of the newest measurement, null where there is none"`
	AgeSeconds *int64  `json:"age_seconds" jsonschema:"whole seconds from then to now, 0 for an instant in the future"`
	Stale      bool    `json:"stale" jsonschema:"older than 24 hours (configurable), or never measured"`
	Future     bool    `json:"future,omitempty" jsonschema:"the instant lies in the future"`
}

func (p *projector) measured(at instant) Measured {
	text, age := stamp(at.time()), p.now.Sub(at.time())
	m := Measured{AsOf: &text, Stale: age > p.staleAfter, Future: age < 0}
	seconds := int64(max(age, 0) / time.Second)
	m.AgeSeconds = &seconds
	return m
}

// Usage is what the runs of one seat came to; its numbers share as_of.
type Usage struct {
	Measured
	Runs            int64     `json:"runs"`
	RunsRecent      int64     `json:"runs_recent" jsonschema:"runs that started within the last 24 hours"`
	UndatedRuns     int64     `json:"undated_runs,omitempty" jsonschema:"runs whose start cannot be read: in runs, not in runs_recent"`
	SpendUSD        Dollars   `json:"spend_usd" jsonschema:"exact, in whole micro-dollars"`
	UnknownCostRuns int64     `json:"unknown_cost_runs" jsonschema:"runs without a known price; never added as 0.00"`
	LastRun         *Measured `json:"last_run"`
}

// Credential is the last verdict on a seat's credential.
type Credential struct {
	Verdict string `json:"verdict"`
	Measured
}

// SeatUsage is one seat.
type SeatUsage struct {
	Seat     string  `json:"seat"`
	Provider *string `json:"provider" jsonschema:"null for a seat that only runs, events or verdicts name"`
	Usage
	LastLaneExhausted *Measured   `json:"last_lane_exhausted"`
	LastAuthFailed    *Measured   `json:"last_auth_failed"`
	UndatedEvents     int64       `json:"undated_events,omitempty" jsonschema:"events of the seat whose time cannot be read"`
	Credential        *Credential `json:"credential"`
}

// UsageProjection is the result of fleet_usage_projection.
type UsageProjection struct {
	AsOf         string      `json:"as_of_ts"`
	Seats        []SeatUsage `json:"seats" jsonschema:"by name"`
	Truncated    bool        `json:"truncated" jsonschema:"true where more than 10000 seats were found; totals are over all"`
	Unattributed Usage       `json:"unattributed" jsonschema:"runs without a seat"`
	Totals       RunSums     `json:"totals"`
}

// projector gathers what the record says of each seat.
type projector struct {
	now        time.Time
	staleAfter time.Duration
	seats      map[string]*SeatUsage
	events     map[[2]string]instant
	nobody     Usage
	totals     sum
}

func (p *projector) seat(name string) *SeatUsage {
	s, ok := p.seats[name]
	if !ok {
		s = &SeatUsage{Seat: name, Usage: Usage{Measured: Measured{Stale: true}}}
		p.seats[name] = s
	}
	return s
}

type nothing struct{}

func (r *record) fleetUsageProjection(ctx context.Context, c tools.Call, _ nothing) (UsageProjection, error) {
	p := &projector{
		now: c.Now, staleAfter: r.options.staleAfter(), seats: map[string]*SeatUsage{}, events: map[[2]string]instant{},
		nobody: Usage{Measured: Measured{Stale: true}},
	}
	err := r.read(ctx, func(s *snapshot) error {
		if err := s.rows("seats", nil, func(row []query.Value) error {
			p.seat(textOf(row[0])).Provider = maybeText(row[1])
			return nil
		}); err != nil {
			return err
		}
		recent := instantOf(c.Now.Add(-recentWindow))
		args := query.Args{"recent_second": recent.second, "recent_fraction": recent.part()}
		if err := s.rows("seat_runs", args, p.addRuns); err != nil {
			return err
		}
		if err := s.rows("seat_events", nil, p.addEvent); err != nil {
			return err
		}
		return s.rows("seat_verdicts", nil, p.addVerdict)
	})
	if err != nil {
		return UsageProjection{}, err
	}
	out := p.result()
	c.Account.Rows = len(out.Seats)
	return out, nil
}

func (p *projector) addRuns(row []query.Value) error {
	name := textOf(row[0])
	cost, err := readSum(row[1].Int, row[2:])
	if err != nil {
		return err
	}
	p.totals.include(&cost)
	rest := row[2+sumWidth:]
	u := Usage{
		Runs: cost.rows, RunsRecent: rest[1].Int, UndatedRuns: cost.rows - rest[0].Int,
		SpendUSD: cost.cost, UnknownCostRuns: cost.unknown(),
	}
	newest, ok := readInstant(string(rest[3].Bytes))
	if rest[0].Int == 0 || !ok {
		shown, _ := attribution(name, unattributed)
		return undatedSeat(shown, fmt.Sprintf("it has %s and none of them has a time that can be read", plural(cost.rows, "run")), cost.rows)
	}
	u.Measured = p.measured(newest)
	last := u.Measured
	u.LastRun = &last
	if name == "" {
		p.nobody = u
		return nil
	}
	p.seat(name).Usage = u
	return nil
}

func (p *projector) addEvent(row []query.Value) error {
	s := p.seat(textOf(row[0]))
	at, ok := readInstant(string(row[2].Bytes))
	if !ok {
		s.UndatedEvents++
		return nil
	}
	key := [2]string{s.Seat, textOf(row[1])}
	if last, seen := p.events[key]; seen && at.compare(last) < 0 {
		return nil
	}
	p.events[key] = at
	m := p.measured(at)
	switch key[1] {
	case "lane_exhausted":
		s.LastLaneExhausted = &m
	case "auth_failed":
		s.LastAuthFailed = &m
	}
	return nil
}

func (p *projector) addVerdict(row []query.Value) error {
	name := textOf(row[0])
	at, ok := readInstant(string(row[2].Bytes))
	if !ok {
		return undatedSeat(name, "the as_of of its credential verdict cannot be read", 0)
	}
	p.seat(name).Credential = &Credential{textOf(row[1]), p.measured(at)}
	return nil
}

// undatedSeat refuses a projection in which something of a seat cannot be dated.
func undatedSeat(seat, why string, runs int64) error {
	details := map[string]any{"seat": seat}
	if runs > 0 {
		details["runs"] = runs
	}
	return &tools.Error{
		Code:    tools.CodeUndatedSeat,
		Message: fmt.Sprintf("seat %s cannot be dated: %s", seat, why),
		Hint:    "have the record corrected: a time reads YYYY-MM-DDTHH:MM:SS, then milliseconds and an offset or Z",
		Details: details,
	}
}

func (p *projector) result() UsageProjection {
	out := UsageProjection{AsOf: stamp(p.now.Truncate(time.Millisecond)), Unattributed: p.nobody, Totals: runsOf(&p.totals)}
	for _, s := range p.seats {
		out.Seats = append(out.Seats, *s)
	}
	slices.SortFunc(out.Seats, func(a, b SeatUsage) int { return strings.Compare(a.Seat, b.Seat) })
	if len(out.Seats) > maxBuckets {
		out.Seats, out.Truncated = out.Seats[:maxBuckets], true
	}
	return out
}
