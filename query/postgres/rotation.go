package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"vitrine/query"
)

// judge says whether a server may be read, given how it stands, and whether it is of the first choice (0) or the second
// (1). mu is held.
func (r *Hosts) judge(h *host, st standing, now time.Time) (choice int, err error) {
	switch {
	case h.source == nil && h.why == nil:
		return 0, r.unfit(h, "has not answered yet")
	case h.source == nil:
		return 0, h.why
	case !r.watched:
		return 0, nil
	case r.system != "" && h.system != "" && h.system != r.system:
		return 0, r.unfit(h, "belongs to another cluster than the server before it in the address")
	case !st.standby && r.target == targetStandby:
		return 0, r.unfit(h, "is a primary, and target_session_attrs asks for a standby")
	case !st.standby && r.primary == nil:
		return 0, r.unfit(h, "was left behind by a promotion")
	case !st.standby && r.primary != h:
		return 0, r.unfit(h, "says that it is the primary, which "+r.primary.address.String()+" is taken for")
	case !st.standby && r.target == targetPreferStandby:
		return 1, nil
	case !st.standby:
		return 0, nil
	case r.target == targetPrimary:
		return 0, r.unfit(h, "is a standby, and target_session_attrs asks for the primary")
	case h.apart:
		return 0, r.unfit(h, "follows another primary than "+r.primaryName())
	}
	if most := r.options.MaxLag; most > 0 {
		switch lag := r.lag(st, now); {
		case lag == unknownLag:
			return 0, r.unfit(h, "lags by an unknown time, and at most "+most.String()+" is allowed")
		case lag > most:
			return 0, r.unfit(h, fmt.Sprintf("lags by up to %s, and at most %s is allowed", lag.Round(time.Millisecond), most))
		}
	}
	return 0, nil
}

func (r *Hosts) primaryName() string {
	if r.primary == nil {
		return "the others"
	}
	return r.primary.address.String()
}

func (r *Hosts) unfit(h *host, why string) *query.Error {
	return &query.Error{
		Code: query.CodeUnavailable, Message: "the server " + h.address.String() + " " + why,
		Hint: "send the query again in a moment", Err: errUnfit,
	}
}

// fits says whether what a server tells at the beginning of a transaction lets it be read. A server that has another role
// than it had is looked at first.
func (r *Hosts) fits(h *host, st standing) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if h.answered && st.standby != h.standing.standby {
		h.look()
		return r.unfit(h, "has changed its role")
	}
	_, err := r.judge(h, st, time.Now())
	return err
}

// question is what a server is asked at the beginning of a transaction. While the primary answers, or where nobody asks
// for the lag, a little will do.
func (r *Hosts) question() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.MaxLag <= 0 || r.primary != nil && r.primary.source != nil {
		return positionQuery
	}
	return standingQuery
}

// look asks for the server to be looked at now.
func (h *host) look() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// choose returns the server for a read: of two that may be read, the one with less to do. mu is held.
func (r *Hosts) choose(tried []*host, now time.Time) *host {
	var best []*host
	rank := 4
	for _, h := range r.hosts {
		choice, err := r.judge(h, h.standing, now)
		if err != nil || slices.Contains(tried, h) {
			continue
		}
		if h.doubted {
			choice += 2
		}
		if choice < rank {
			best, rank = best[:0], choice
		}
		if choice == rank {
			best = append(best, h)
		}
	}
	if len(best) == 0 {
		return nil
	}
	one := rand.IntN(len(best))
	if len(best) > 1 {
		if other := (one + 1 + rand.IntN(len(best)-1)) % len(best); best[other].inFlight < best[one].inFlight {
			one = other
		}
	}
	return best[one]
}

// The wait for a server where none can be read: only as long as one could be a moment ago, so that a source which is down
// keeps nobody waiting.
const (
	patience = time.Second
	pause    = 20 * time.Millisecond
)

// pick finds a server for a read, other than those that it was tried on. leave must be called when the read is over.
func (r *Hosts) pick(ctx context.Context, tried *[]*host) (h *host, source *Source, err error) {
	for {
		now := time.Now()
		r.mu.Lock()
		if r.closed {
			r.mu.Unlock()
			return nil, nil, &query.Error{Code: query.CodeInternal, Message: "the source is closed", Hint: "open it again"}
		}
		if h := r.choose(*tried, now); h != nil {
			h.inFlight++
			source := h.source
			r.mu.Unlock()
			return h, source, nil
		}
		unavailable := r.unavailable(now)
		recent := now.Sub(r.served) < patience
		r.mu.Unlock()
		if !recent {
			return nil, nil, unavailable
		}
		*tried = nil
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, nil, query.ContextError(ctx)
		case <-timer.C:
		}
	}
}

// leave ends what pick began.
func (r *Hosts) leave(h *host) {
	r.mu.Lock()
	h.inFlight--
	r.mu.Unlock()
}

// did writes down that a read was answered.
func (r *Hosts) did() {
	r.mu.Lock()
	r.served = time.Now()
	r.mu.Unlock()
}

// doubt writes down that a read failed because of its server, which is looked at now and asked last until then.
func (r *Hosts) doubt(h *host) {
	r.mu.Lock()
	h.doubted = true
	r.mu.Unlock()
	h.look()
}
