package fleet

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/tools"
)

// WaveStream is one stream of a wave.
type WaveStream struct {
	Slug           string  `json:"slug"`
	State          string  `json:"state"`
	Branch         string  `json:"branch"`
	Base           string  `json:"base"`
	Gates          []Gate  `json:"gates" jsonschema:"the last verdict of each gate, by name"`
	ObservedMerges []Merge `json:"observed_merges" jsonschema:"oldest first"`
}

// Wave is the streams of one wave, in the order of fleet_show.
type Wave struct {
	Wave         string       `json:"wave"`
	Unattributed bool         `json:"unattributed,omitempty" jsonschema:"the wave is empty in the record"`
	Streams      []WaveStream `json:"streams"`
}

// WaveShow is the result of wave_show.
type WaveShow struct {
	AsOf       string  `json:"as_of_ts"`
	TotalCount int64   `json:"total_count" jsonschema:"streams that match, before limit"`
	Waves      []Wave  `json:"waves" jsonschema:"by name; limit counts streams"`
	NextAfter  *string `json:"next_after" jsonschema:"give it as after for the next page; null where none follows"`
	Format     string  `json:"format,omitempty"`
	Content    string  `json:"content,omitempty" jsonschema:"one row a stream as csv or tsv, with a header"`
}

// MarshalJSON implements json.Marshaler: with another format than JSON there are only format, content and next_after.
func (w WaveShow) MarshalJSON() ([]byte, error) {
	if w.Format != "" {
		return encode(separated{w.Format, w.Content, w.NextAfter})
	}
	type bare WaveShow
	return encode(bare(w))
}

func (r *record) waveShow(ctx context.Context, c tools.Call, in fleetIn) (WaveShow, error) {
	f, err := in.parse("wave_show")
	if err != nil {
		return WaveShow{}, err
	}
	out := WaveShow{AsOf: asOf(c), Waves: []Wave{}}
	var p page
	err = r.read(ctx, func(s *snapshot) error {
		if err := s.known(c.Caller, "streams", f.slugs); err != nil {
			return err
		}
		if p, err = s.page(&f); err != nil {
			return err
		}
		rows, err := s.streamRows(p.slugs)
		if err != nil {
			return err
		}
		gates, err := s.gates(p.slugs)
		if err != nil {
			return err
		}
		merges, err := s.merges(rows)
		if err != nil {
			return err
		}
		out.TotalCount = p.total
		out.NextAfter = p.cursor(f.kind)
		out.Waves = waves(p.slugs, rows, gates, merges)
		return nil
	})
	if err != nil {
		return WaveShow{}, err
	}
	c.Account.Rows = len(p.slugs)
	if f.format != "json" {
		out.Format, out.Content = f.format, waveTable(out.Waves).write(f.format)
	}
	return out, nil
}

// waves puts streams under their waves.
func waves(slugs []string, rows map[string]*streamRow, gates map[string]map[string]*gateRow, merges map[string][]Merge) []Wave {
	byStored := map[string]*Wave{}
	var names []string
	for _, slug := range slugs {
		row := rows[slug]
		w := byStored[row.wave]
		if w == nil {
			w = &Wave{}
			w.Wave, w.Unattributed = attribution(row.wave, unattributed)
			byStored[row.wave] = w
			names = append(names, row.wave)
		}
		stream := WaveStream{
			Slug: row.slug, State: row.state, Branch: row.branch, Base: row.base,
			Gates: byName(gates[slug]), ObservedMerges: merges[slug],
		}
		if stream.ObservedMerges == nil {
			stream.ObservedMerges = []Merge{}
		}
		w.Streams = append(w.Streams, stream)
	}
	slices.Sort(names)
	all := []Wave{}
	for _, name := range names {
		all = append(all, *byStored[name])
	}
	return all
}

// waveTable flattens waves to one row a stream.
func waveTable(waves []Wave) *table {
	t := &table{header: []string{"wave", "wave_unattributed", "slug", "state", "branch", "base", "gates", "observed_merges"}}
	for i := range waves {
		w := &waves[i]
		flag := "false"
		if w.Unattributed {
			flag = "true"
		}
		for j := range w.Streams {
			s := &w.Streams[j]
			gates, merges := flatten(s.Gates), flatten(s.ObservedMerges)
			t.add(&w.Wave, &flag, &s.Slug, &s.State, &s.Branch, &s.Base, &gates, &merges)
		}
	}
	return t
}

// flatten writes a nested list into one field, as JSON.
func flatten(v any) string {
	text, err := encode(v)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(json.RawMessage(text)))
}
