package fleet

import (
	"time"

	"vitrine/query"
)

// margin is more than the largest offset of a readable time, so that the text of a time is never further from its
// instant in UTC.
const margin = 16 * time.Hour

// windowArgs are the parameters of the fragment within: the edges as instants, and text bounds outside and inside of
// them.
func windowArgs(from, to time.Time) query.Args {
	low, innerLow, innerHigh, high := bound(from.Add(-margin)), bound(from.Add(margin)), bound(to.Add(-margin)), bound(to.Add(margin))
	// In a short window nothing is inside: the two edges meet.
	innerHigh = max(innerLow, innerHigh)
	return query.Args{
		"low": low, "high": high, "inner_low": innerLow, "inner_high": innerHigh,
		"from_second": from.Unix(), "from_fraction": float64(from.Nanosecond()) / 1e9,
		"to_second": to.Unix(), "to_fraction": float64(to.Nanosecond()) / 1e9,
	}
}

// bound is an instant as a text to compare texts of times with.
func bound(t time.Time) string {
	switch year := t.UTC().Year(); {
	case year < 0:
		return ""
	case year > 9999:
		return ":" // sorts behind every digit
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}
