package render

import (
	"fmt"
	"strings"
	"time"

	"vitrine/tools/fleet"
)

func showFleet(p *page, out *fleet.FleetShow) {
	now := asOf(out.AsOf)
	if n := out.Notification; n != nil {
		p.line(p.painted(n.Level, statePaints[n.Level]) + "  " + visible(n.Body) + "  " + p.painted(when(n.At, now), faint))
		p.line("")
	}
	g := newGrid(left("stream"), left("state"), left("wave").or(5), left("machine").or(3), left("seat").or(4), left("model").or(2), left("last gate"),
		left("updated"), left("phase"), right("quoted"), left("title").or(1))
	for i := range out.Streams {
		s := &out.Streams[i]
		phase, quoted := "", ""
		if s.StreamDetail != nil {
			phase = orDash(s.OpenPhase)
			if d, shown := s.QuotedUSD.Amount(); shown {
				quoted = amount(d)
			}
		}
		g.add(s.Slug, state(s.State), s.Wave, orDash(s.MachineID), s.Seat, s.Model, gate(s.LastGate), when(s.UpdatedAt, now), phase, quoted, s.Title)
	}
	if len(out.Streams) > 0 {
		p.write(g)
	}
	p.more(len(out.Streams), out.TotalCount, "streams", out.NextAfter)
	if len(out.Machines) > 0 {
		p.line("")
		m := newGrid(left("machine"), left("host"), left("os"), left("worktrees"), left("last seen"))
		for _, machine := range out.Machines {
			m.add(machine.MachineID, machine.Hostname, machine.OS, machine.WorktreeRoot, when(machine.LastSeenAt, now))
		}
		p.write(m)
	}
}

// gate is a gate with its verdict.
func gate(g *fleet.Gate) cell {
	if g == nil {
		return cell{text: "-"}
	}
	return cell{g.Name + " " + g.Verdict, statePaints[g.Verdict]}
}

func showWaves(p *page, out *fleet.WaveShow) {
	now := asOf(out.AsOf)
	shown := 0
	for _, w := range out.Waves {
		p.heading(w.Wave)
		g := newGrid(left("stream"), left("state"), left("branch").or(1), left("base").or(2), left("gates"), left("merges").or(3))
		for i := range w.Streams {
			s := &w.Streams[i]
			shown++
			g.add(s.Slug, state(s.State), s.Branch, s.Base, gates(s.Gates), merges(s.ObservedMerges, now))
		}
		p.write(g)
		p.line("")
	}
	p.more(shown, out.TotalCount, "streams", out.NextAfter)
}

// gates are in the colour of the worst verdict.
func gates(gates []fleet.Gate) cell {
	c := cell{text: "-"}
	rank := map[string]int{"pass": 1, "pending": 2, "fail": 3}
	worst := 0
	var words []string
	for _, g := range gates {
		words = append(words, g.Name+" "+g.Verdict)
		if rank[g.Verdict] > worst {
			worst, c.paint = rank[g.Verdict], statePaints[g.Verdict]
		}
	}
	if words != nil {
		c.text = strings.Join(words, ", ")
	}
	return c
}

func merges(merges []fleet.Merge, now time.Time) string {
	if len(merges) == 0 {
		return "-"
	}
	words := make([]string, len(merges))
	for i, m := range merges {
		words[i] = shortSHA(m.CommitSHA) + " " + when(m.MergedAt, now)
	}
	return strings.Join(words, ", ")
}

func shortSHA(sha string) string { return sha[:min(10, len(sha))] }

func showStream(p *page, out *fleet.StreamDetails) {
	now, s := asOf(out.AsOf), &out.Stream
	p.heading(s.Slug)
	g := newGrid(left(""), left(""))
	g.add("title", s.Title)
	g.add("state", state(s.State))
	g.add("wave", s.Wave)
	g.add("machine", orDash(s.MachineID))
	g.add("seat", s.Seat)
	g.add("model", s.Model)
	g.add("backend", s.Backend)
	g.add("branch", s.Branch+" onto "+s.Base)
	g.add("worktree", s.WorktreePath)
	if d, shown := s.QuotedUSD.Amount(); shown {
		g.add("quoted", amount(d))
	}
	g.add("created", when(s.CreatedAt, now))
	g.add("updated", when(s.UpdatedAt, now))
	g.add("closed", maybeWhen(s.ClosedAt, now))
	if l := out.LastGate; l != nil {
		g.add("last gate", gate(&l.Gate))
		g.add("gate given", when(l.At, now))
		g.add("gate detail", l.Detail)
		g.add("gate log", l.LogPath)
	}
	g.add("evidence", s.EvidenceRecipe)
	g.add("merge message", s.MergeMessage)
	p.pairs(g)
	if len(out.PhaseSpans) > 0 {
		p.line("")
		phases := newGrid(left("phase"), left("began"), left("ended"), right("took"))
		for _, span := range out.PhaseSpans {
			ended, took := maybeWhen(span.EndedAt, now), "-"
			if span.Open {
				ended = "open"
			}
			if span.Seconds != nil {
				if seconds, err := span.Seconds.Float64(); err == nil {
					took = duration(seconds)
				}
			}
			phases.add(span.Phase, when(span.StartedAt, now), ended, took)
		}
		p.write(phases)
	}
	if len(out.ObservedMerges) > 0 {
		p.line("")
		m := newGrid(left("merge"), left("onto"), left("at"))
		for _, merge := range out.ObservedMerges {
			m.add(shortSHA(merge.CommitSHA), merge.Base, when(merge.MergedAt, now))
		}
		p.write(m)
	}
}

func showCapture(p *page, out *fleet.CaptureShow) {
	now := asOf(out.AsOf)
	p.heading(fmt.Sprintf("capture %d of %s", out.ID, out.Slug))
	g := newGrid(left(""), left(""))
	g.add("sha256", out.SHA256)
	g.add("bytes", number(out.Bytes))
	g.add("captured", when(out.CapturedAt, now))
	g.add("signed", step(out.SignedAt, out.Signer, now))
	g.add("stored", step(out.StoredAt, out.StorePath, now))
	g.add("acked", step(out.AckedAt, out.AckID, now))
	g.add("custody", custody(&out.Custody))
	p.pairs(g)
}

func step(at *string, by string, now time.Time) string {
	return strings.TrimSpace(maybeWhen(at, now) + "  " + by)
}

// custody says what of the way of an artifact is proven.
func custody(c *fleet.Custody) cell {
	out := cell{"complete", green}
	if !c.Complete {
		out = cell{"missing " + strings.Join(c.Missing, ", "), yellow}
	}
	if c.OutOfOrder {
		out = cell{out.text + ", out of order", red}
	}
	return out
}

func showCaptures(p *page, out *fleet.CaptureList) {
	now := asOf(out.AsOf)
	g := newGrid(right("id"), left("stream"), left("captured"), right("bytes"), left("custody"), left("sha256").or(1))
	for i := range out.Captures {
		c := &out.Captures[i]
		g.add(fmt.Sprint(c.ID), c.Slug, when(c.CapturedAt, now), number(c.Bytes), custody(&c.Custody), c.SHA256[:min(12, len(c.SHA256))])
	}
	if len(out.Captures) > 0 {
		p.write(g)
	}
	p.more(len(out.Captures), out.TotalCount, "captures", out.NextAfter)
}
