package render

import (
	"fmt"

	"vitrine/query/encode"
	"vitrine/tools/fleet"
)

func visible(text string) string { return encode.Visible(text) }

// pairs writes a table of names and values, without a header. A value that is empty is left out.
func (p *page) pairs(g *grid) {
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row[0].text))
	}
	for _, row := range g.rows {
		if row[1].text != "" {
			p.line(p.painted(fmt.Sprintf("%-*s", width+gap, row[0].text), faint) + p.painted(row[1].text, row[1].paint))
		}
	}
}

func showLedger(p *page, out *fleet.LedgerShow) {
	g := newGrid(left("session"), left("workspace"), right("billed"), left(""), right("in"), right("out"), right("cached").or(3), right("calls"),
		right("refusals").or(2), right("bypasses").or(1))
	row := func(session, workspace cell, s *fleet.LedgerSums, rows int64) {
		g.add(session, workspace, money(s.CostUSD, rows, s.UnknownCostRows), unknown(s.UnknownCostRows), number(s.TokensIn), number(s.TokensOut),
			number(s.TokensCached), number(s.Calls), number(s.Refusals), number(s.PinBypasses))
	}
	missing := func(s *fleet.LedgerSession, part string) bool {
		for _, m := range s.Missing {
			if m == part {
				return true
			}
		}
		return false
	}
	for i := range out.Sessions {
		s := &out.Sessions[i]
		// How many rows a session has is not told: an amount of 0 beside unknown ones may be all that is known.
		rows := s.UnknownCostRows
		if !s.CostUSD.IsZero() {
			rows++
		}
		row(name(s.Session, missing(s, "session")), name(s.Workspace, missing(s, "workspace")), &s.LedgerSums, rows)
	}
	row(cell{"total", bold}, cell{}, &out.Totals, out.Totals.UnknownCostRows+1)
	p.write(g)
	p.more(len(out.Sessions), out.TotalCount, "sessions", nil)
}

func showCost(p *page, out *fleet.CostShow) {
	p.heading(out.Stream)
	g := newGrid(left(""), left(""))
	g.add("quoted", amount(out.QuotedUSD))
	actual := money(out.ActualUSD, out.Runs, out.UnknownCostRuns)
	if out.UnknownCostRuns > 0 {
		actual += fmt.Sprintf(" +%d unknown", out.UnknownCostRuns)
	}
	g.add("actual", actual)
	drift := cell{text: amount(out.DriftUSD)}
	if out.DriftPercent != nil {
		if percent, err := out.DriftPercent.Float64(); err == nil {
			drift.text += fmt.Sprintf(" (%+.1f %%)", percent)
			if drift.paint = green; percent > 0 {
				drift.paint = red
			}
		}
	}
	g.add("drift", drift)
	g.add("runs", number(out.Runs))
	g.add("tokens", fmt.Sprintf("%s in, %s out, %s cached", number(out.Totals.TokensIn), number(out.Totals.TokensOut), number(out.Totals.TokensCached)))
	p.pairs(g)
	if len(out.ByModel) == 0 {
		return
	}
	p.line("")
	m := newGrid(left("model"), right("runs"), right("cost"), left(""), right("in"), right("out"), right("cached"))
	for i := range out.ByModel {
		c := &out.ByModel[i]
		m.add(name(c.Model, c.Unattributed), number(c.Runs), money(c.ActualUSD, c.Runs, c.UnknownCostRuns), unknown(c.UnknownCostRuns),
			number(c.TokensIn), number(c.TokensOut), number(c.TokensCached))
	}
	p.write(m)
}

func showSpend(p *page, out *fleet.SpendWindow) {
	p.heading(fmt.Sprintf("%s dollars by %s", out.Meter, out.GroupBy))
	p.note(fmt.Sprintf("from %s to %s, the end not included", out.Window.From, out.Window.To))
	onLedger := out.Totals.ZeroByDeclaration != nil
	columns := []column{left(out.GroupBy), right("rows"), right("cost"), left("")}
	if onLedger {
		columns = append(columns, right("zero declared"), right("zero legacy"), right("zero unexplained"), right("legacy cost"))
	}
	g := newGrid(columns...)
	row := func(key cell, s *fleet.Spend) {
		fields := []any{key, number(s.Rows), money(s.CostUSD, s.Rows, s.UnknownCostRuns), unknown(s.UnknownCostRuns)}
		if onLedger {
			fields = append(fields, number(*s.ZeroByDeclaration), number(*s.ZeroLegacyPreMeter), number(*s.ZeroUnexplained), s.LegacyCostUSD.Cents())
		}
		g.add(fields...)
	}
	for i := range out.Buckets {
		b := &out.Buckets[i]
		row(name(b.Key, b.Unattributed), &b.Spend)
	}
	if out.GroupBy != "total" || len(out.Buckets) == 0 {
		row(cell{"total", bold}, &out.Totals)
	}
	p.write(g)
	p.note(fmt.Sprintf("%s rows in the window, %s in the buckets, %s undated", number(out.Conservation.WindowRows), number(out.Conservation.BucketRows),
		number(out.Conservation.UndatedRows)))
}

func showCensus(p *page, out *fleet.ExecutorCensus) {
	p.heading("runs of " + out.Day + " (UTC)")
	if out.EmptyReason != nil {
		p.line(visible(*out.EmptyReason))
		return
	}
	g := newGrid(left("machine"), left("identity"), right("runs"), right("cost"), left(""))
	row := func(machine, identity cell, s fleet.RunSums) {
		g.add(machine, identity, number(s.Runs), money(s.CostUSD, s.Runs, s.UnknownCostRuns), unknown(s.UnknownCostRuns))
	}
	for i := range out.Rows {
		e := &out.Rows[i]
		row(name(e.MachineID, e.PartialAttribution && e.MachineID == "(no machine)"), name(e.Identity, e.PartialAttribution && e.Identity == "(no identity)"), e.RunSums)
	}
	if u := out.Unattributed; u.UnattributedRuns > 0 {
		row(cell{"(unattributed)", faint}, cell{}, fleet.RunSums{Runs: u.UnattributedRuns, CostUSD: u.CostUSD, UnknownCostRuns: u.UnknownCostRuns})
	}
	row(cell{"total", bold}, cell{}, out.Totals)
	p.write(g)
}

func showSeats(p *page, out *fleet.UsageProjection) {
	now := asOf(out.AsOf)
	g := newGrid(left("seat"), left("provider").or(3), right("runs"), right("24 h"), right("spent"), left(""), left("last run"),
		left("lane exhausted").or(1), left("auth failed").or(2), left("credential"))
	row := func(seat cell, provider string, u *fleet.Usage, exhausted, failed, credential cell) {
		g.add(seat, provider, number(u.Runs), number(u.RunsRecent), money(u.SpendUSD, u.Runs, u.UnknownCostRuns), unknown(u.UnknownCostRuns),
			measured(u.LastRun, now), exhausted, failed, credential)
	}
	for i := range out.Seats {
		s := &out.Seats[i]
		credential := cell{text: "-"}
		if c := s.Credential; c != nil {
			credential = cell{c.Verdict + " " + measured(&c.Measured, now).text, statePaints[c.Verdict]}
		}
		row(cell{text: s.Seat}, orDash(s.Provider), &s.Usage, measured(s.LastLaneExhausted, now), measured(s.LastAuthFailed, now), credential)
	}
	if out.Unattributed.Runs > 0 {
		row(cell{"(unattributed)", faint}, "", &out.Unattributed, cell{}, cell{}, cell{})
	}
	g.add(cell{"total", bold}, "", number(out.Totals.Runs), "", money(out.Totals.CostUSD, out.Totals.Runs, out.Totals.UnknownCostRuns),
		unknown(out.Totals.UnknownCostRuns), "", "", "", "")
	p.write(g)
}
