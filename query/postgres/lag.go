package postgres

import "time"

// positions remembers how far the primary's log was, and when. A standby that has replayed up to a position that the
// primary had on disk when it was asked misses nothing that was committed before the question was sent: that needs no
// clock but this process's own, and stands still with a primary that does nothing.
type positions struct{ samples []sample }

type sample struct {
	at       time.Time // before the question was sent
	position uint64
}

// mostSamples bounds the memory of positions: at ten in a second, five minutes.
const mostSamples = 3000

// add takes a position in, in the order of the questions.
func (p *positions) add(at time.Time, position uint64) {
	n := len(p.samples)
	if n > 0 && p.samples[n-1].position >= position {
		if p.samples[n-1].position == position {
			p.samples[n-1].at = at
		}
		return
	}
	if n == mostSamples {
		p.samples = append(p.samples[:0], p.samples[n/2:]...)
	}
	p.samples = append(p.samples, sample{at, position})
}

// since returns the latest time before which nothing is missing from a server that has replayed up to a position; false
// where nothing is known of that position.
func (p *positions) since(replayed uint64) (time.Time, bool) {
	low, high := 0, len(p.samples) // the first sample beyond replayed is in between
	for low < high {
		if middle := (low + high) / 2; p.samples[middle].position <= replayed {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == 0 {
		return time.Time{}, false
	}
	return p.samples[low-1].at, true
}

// unknownLag is that of a standby of which nothing can be known.
const unknownLag = time.Duration(1<<63 - 1)

// lag is how stale, at most, a snapshot is that was taken between the answer st and now. mu is held.
//
// While the primary answers, its positions tell. While it does not, the age of the last transaction that the standby
// replayed is a bound too, as far as the clocks of the two servers agree. Where no server of the address was ever seen to
// be the primary and all are standbys, a standby that is connected and has replayed all that it received counts as
// current: that is as much as can be known there, and a link that is cut silently is noticed after the standby's
// wal_receiver_timeout only.
func (r *Hosts) lag(st standing, now time.Time) time.Duration {
	bound := unknownLag
	if at, known := r.log.since(st.position); known {
		bound = max(now.Sub(at), 0)
	}
	if r.primary != nil && r.primary.source != nil {
		return bound
	}
	if st.age >= 0 {
		bound = min(bound, st.age+now.Sub(st.asked))
	}
	if st.caughtUp && r.onlyStandbys() {
		bound = min(bound, now.Sub(st.asked))
	}
	return bound
}

// onlyStandbys reports whether every server has answered, and none ever as a primary. mu is held.
func (r *Hosts) onlyStandbys() bool {
	for _, h := range r.hosts {
		if !h.answered || h.wasPrimary {
			return false
		}
	}
	return true
}
