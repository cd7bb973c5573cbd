package fleet

import (
	"slices"
	"time"

	"vitrine/query"
)

// page is one page of a list of streams.
type page struct {
	total  int64
	slugs  []string // in the order of the list
	places []place
	next   *place // where the next page begins behind, nil where none does
}

// page finds the streams of one page. The order is that of instants, while the index holds texts; the two differ only
// within margin. So a page is found from the index in two steps: how far back do the newest texts in UTC reach, and
// which streams have a text that can stand for an instant in that range.
func (s *snapshot) page(f *filter) (p page, err error) {
	if p.total, err = s.count(f); err != nil {
		return p, err
	}
	reach, err := s.reach(f, f.limit+1)
	if err != nil {
		return p, err
	}
	if p.places, err = s.within(f, reach); err != nil {
		return p, err
	}
	slices.SortFunc(p.places, comparePlaces)
	if len(p.places) > f.limit {
		p.places = p.places[:f.limit]
		p.next = &p.places[f.limit-1]
	}
	for _, at := range p.places {
		p.slugs = append(p.slugs, at.slug)
	}
	return p, nil
}

// count counts the streams that match.
func (s *snapshot) count(f *filter) (total int64, err error) {
	if f.plain() && len(f.states) == len(states) {
		return s.number("streams_count_all", nil)
	}
	for _, state := range f.states {
		name, args := "streams_count", f.args(state)
		if f.plain() {
			name, args = "streams_count_state", query.Args{"state": state}
		}
		n, err := s.number(name, args)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// reach returns an instant such that at least the wanted number of streams behind the cursor are not older; nil where
// only a look at all streams can tell. It looks at the newest texts in UTC, and at more of them where some are no times
// or stand before the cursor.
func (s *snapshot) reach(f *filter, wanted int) (*instant, error) {
	ceiling := ":" // sorts behind every time
	if f.after != nil {
		if !f.after.dated {
			return nil, nil
		}
		ceiling = bound(f.after.at.time().Add(time.Minute))
	}
	for look := wanted + 8; ; look *= 8 {
		var newest []instant
		exhausted := true
		for _, state := range f.states {
			args := f.args(state)
			args["ceiling"], args["count"] = ceiling, int64(look)
			seen := 0
			err := s.rows("streams_top", args, func(row []query.Value) error {
				if at := placeOf(string(row[1].Bytes), string(row[0].Bytes)); at.dated && f.behind(at) {
					newest = append(newest, at.at)
				}
				seen++
				return nil
			})
			if err != nil {
				return nil, err
			}
			exhausted = exhausted && seen < look
		}
		if len(newest) >= wanted {
			slices.SortFunc(newest, func(a, b instant) int { return b.compare(a) })
			return &newest[wanted-1], nil
		}
		if exhausted {
			return nil, nil
		}
	}
}

// within returns the places of all streams behind the cursor that are not older than reach, or all where it is nil.
func (s *snapshot) within(f *filter, reach *instant) ([]place, error) {
	low, floor, high := "", "", "\U0010FFFF"
	if reach != nil {
		low, floor = bound(reach.time().Add(-margin)), bound(reach.time().Add(-time.Minute))
	}
	if f.after != nil && f.after.dated {
		high = bound(f.after.at.time().Add(margin))
	}
	var places []place
	collect := func(dated bool) func([]query.Value) error {
		return func(row []query.Value) error {
			at := placeOf(string(row[1].Bytes), string(row[0].Bytes))
			if at.dated == dated && f.behind(at) && (reach == nil || at.at.compare(*reach) >= 0) {
				places = append(places, at)
			}
			return nil
		}
	}
	for _, state := range f.states {
		args := f.args(state)
		if f.after == nil || f.after.dated {
			args["low"], args["floor"], args["high"] = low, floor, high
			if err := s.rows("streams_range", args, collect(true)); err != nil {
				return nil, err
			}
		}
		if reach == nil {
			if err := s.rows("streams_undated", f.args(state), collect(false)); err != nil {
				return nil, err
			}
		}
	}
	return places, nil
}

// behind reports whether a place stands behind the cursor.
func (f *filter) behind(at place) bool { return f.after == nil || comparePlaces(at, *f.after) > 0 }
