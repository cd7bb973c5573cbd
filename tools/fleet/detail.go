package fleet

import (
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"time"

	"vitrine/query"
	"vitrine/tools"
)

type slugIn struct {
	Slug string `json:"slug" jsonschema:"the slug of a stream"`
}

// Check implements tools.Checker.
func (in *slugIn) Check() error { return needSlug("slug", in.Slug) }

// StreamRow is a row of streams, every column.
type StreamRow struct {
	Slug           string         `json:"slug"`
	Title          string         `json:"title"`
	State          string         `json:"state"`
	Wave           string         `json:"wave"`
	MachineID      *string        `json:"machine_id"`
	Seat           string         `json:"seat"`
	Model          string         `json:"model"`
	Backend        string         `json:"backend"`
	Branch         string         `json:"branch"`
	Base           string         `json:"base"`
	WorktreePath   string         `json:"worktree_path"`
	EvidenceRecipe string         `json:"evidence_recipe"`
	MergeMessage   string         `json:"merge_message"`
	QuotedUSD      optionalAmount `json:"quoted_usd,omitzero" jsonschema:"null: never quoted; left out without the class cost-data"`
	CreatedAt      string         `json:"created_at"`
	UpdatedAt      string         `json:"updated_at"`
	ClosedAt       *string        `json:"closed_at"`
}

// GateDetail is a gate with what it said.
type GateDetail struct {
	Gate
	Detail  string `json:"detail"`
	LogPath string `json:"log_path"`
}

// PhaseSpan is one phase of a stream.
type PhaseSpan struct {
	Phase     string       `json:"phase"`
	StartedAt string       `json:"started_at"`
	EndedAt   *string      `json:"ended_at"`
	Seconds   *json.Number `json:"seconds" jsonschema:"to the end, or to now where it is open; null where a time cannot be read"`
	Open      bool         `json:"open"`
}

// StreamDetails is the result of stream_detail.
type StreamDetails struct {
	AsOf           string      `json:"as_of_ts"`
	Stream         StreamRow   `json:"stream"`
	LastGate       *GateDetail `json:"last_gate"`
	EvidenceRecipe string      `json:"evidence_recipe"`
	PhaseSpans     []PhaseSpan `json:"phase_spans" jsonschema:"in the order in which they began"`
	MergeMessage   string      `json:"merge_message"`
	ObservedMerges []Merge     `json:"observed_merges" jsonschema:"oldest first"`
	Truncated      bool        `json:"truncated" jsonschema:"true where more than 10000 phases or merges were found"`
}

func (r *record) streamDetail(ctx context.Context, c tools.Call, in slugIn) (StreamDetails, error) {
	out := StreamDetails{AsOf: asOf(c)}
	slugs := []string{in.Slug}
	err := r.read(ctx, func(s *snapshot) error {
		rows, err := s.streamRows(slugs)
		if err != nil {
			return err
		}
		row := rows[in.Slug]
		if row == nil {
			return s.unknownStream(c.Caller, "slug", in.Slug)
		}
		quotes, err := s.quotes(c.Caller, slugs)
		if err != nil {
			return err
		}
		out.Stream = StreamRow{
			Slug: row.slug, Title: row.title, State: row.state, Wave: row.wave, MachineID: row.machineID, Seat: row.seat, Model: row.model,
			Backend: row.backend, Branch: row.branch, Base: row.base, WorktreePath: row.worktreePath, EvidenceRecipe: row.evidenceRecipe,
			MergeMessage: row.mergeMsg, QuotedUSD: optionalAmount{quotes != nil, quotes[in.Slug]},
			CreatedAt: row.createdAt, UpdatedAt: row.updatedAt, ClosedAt: row.closedAt,
		}
		out.EvidenceRecipe, out.MergeMessage = row.evidenceRecipe, row.mergeMsg
		if out.LastGate, err = s.gateDetail(slugs); err != nil {
			return err
		}
		if out.PhaseSpans, err = s.phaseSpans(in.Slug, c.Now); err != nil {
			return err
		}
		merges, err := s.merges(rows)
		out.ObservedMerges = merges[in.Slug]
		return err
	})
	if len(out.PhaseSpans) > maxBuckets {
		out.PhaseSpans, out.Truncated = out.PhaseSpans[:maxBuckets], true
	}
	if len(out.ObservedMerges) > maxBuckets {
		out.ObservedMerges, out.Truncated = out.ObservedMerges[:maxBuckets], true
	}
	c.Account.Rows = 1
	return out, err
}

// gateDetail reads the last gate of a stream, with what it said.
func (s *snapshot) gateDetail(slugs []string) (*GateDetail, error) {
	gates, err := s.gates(slugs)
	if err != nil {
		return nil, err
	}
	last := lastGate(gates[slugs[0]])
	if last == nil {
		return nil, nil
	}
	detail := &GateDetail{Gate: last.Gate}
	err = s.rows("gate", query.Args{"id": last.id}, func(row []query.Value) error {
		detail.Detail, detail.LogPath = textOf(row[0]), textOf(row[1])
		return nil
	})
	return detail, err
}

// phaseSpans reads the phases of a stream, in the order of their beginnings. An open one is measured to now.
func (s *snapshot) phaseSpans(slug string, now time.Time) ([]PhaseSpan, error) {
	var spans []PhaseSpan
	err := s.rows("phases", query.Args{"slug": slug}, func(row []query.Value) error {
		span := PhaseSpan{Phase: textOf(row[0]), StartedAt: textOf(row[1]), EndedAt: maybeText(row[2])}
		began, readable := readInstant(span.StartedAt)
		ended := instantOf(now)
		if span.Open = span.EndedAt == nil; !span.Open {
			var ok bool
			ended, ok = readInstant(*span.EndedAt)
			readable = readable && ok
		}
		if readable {
			seconds := json.Number(decimal(big.NewInt(ended.time().Sub(began.time()).Milliseconds()), 3))
			span.Seconds = &seconds
		}
		spans = append(spans, span)
		return nil
	})
	slices.SortStableFunc(spans, func(a, b PhaseSpan) int { return compareTexts(a.StartedAt, b.StartedAt) })
	return spans, err
}
