package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"vitrine/query"
)

// host is one server of [Hosts]. All that may change is guarded by the mutex of Hosts, but for the session, which the
// goroutine that watches the server has for itself.
type host struct {
	address Address
	config  *pgconn.Config
	askTime time.Duration
	wake    chan struct{} // asks to be looked at now
	looked  chan struct{} // closed after the first look

	source     *Source // nil while the server is out
	why        error   // it is out
	out        time.Time
	failures   int // in a row
	doubted    bool
	inFlight   int
	standing   standing
	answered   bool // ever
	wasPrimary bool
	apart      bool   // it replays another primary's log
	system     string // the identifier of its cluster

	session *pgconn.PgConn
}

func newHost(o Options, config *pgconn.Config) *host {
	s := &Source{options: o, config: config}
	s.configure()
	config.BuildContextWatcherHandler = func(pc *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.DeadlineContextWatcherHandler{Conn: pc.Conn()}
	}
	return &host{address: s.address(), config: config, askTime: askTime, wake: make(chan struct{}, 1), looked: make(chan struct{})}
}

// The rhythm in which servers are asked how they stand.
const (
	longestPeriod  = time.Second           // between questions to a server that is well
	shortestPeriod = 25 * time.Millisecond // where MaxLag is small
	shortestRest   = 100 * time.Millisecond
	longestRest    = 5 * time.Second  // between attempts on a server that is out; they begin with the shortest and double
	refusedRest    = 30 * time.Second // where its role could write
	askTime        = 2 * time.Second  // for one answer; half of it where there are other servers to read meanwhile
	inspectTime    = 20 * time.Second // for all that is looked at before a server is read
	adoptAfter     = 3 * time.Second  // how long a primary is gone before another is taken for it
)

// period is how often a server that is well is asked. Four questions fit into MaxLag, so that a standby that keeps up is
// known to.
func (r *Hosts) period() time.Duration {
	if r.options.MaxLag <= 0 {
		return longestPeriod
	}
	return min(max(r.options.MaxLag/4, shortestPeriod), longestPeriod)
}

// watch looks at a server until ctx ends: again and again where servers are watched, else when it is in doubt.
func (r *Hosts) watch(ctx context.Context, h *host) {
	defer h.hangUp()
	for first := true; ; first = false {
		r.look(ctx, h)
		if first {
			close(h.looked)
		}
		rest := r.rest(h)
		timer := time.NewTimer(rest)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-h.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// rest is how long a server is left alone.
func (r *Hosts) rest(h *host) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	var refused *query.Error
	switch {
	case h.source != nil && h.failures > 0:
		return shortestRest
	case h.source != nil && r.watched:
		return r.period()
	case h.source != nil:
		return time.Hour
	case errors.As(h.why, &refused) && refused.Code == query.CodeNotReadOnly:
		return refusedRest
	}
	return min(shortestRest<<min(h.failures, 10), longestRest)
}

// look asks a server how it stands, opens it where that is to be done, and writes down what came of it.
func (r *Hosts) look(ctx context.Context, h *host) {
	r.mu.Lock()
	opened := h.source != nil
	before := h.standing
	r.mu.Unlock()
	var st standing
	var err error
	if r.watched || opened {
		st, err = h.ask(ctx)
		if !r.watched {
			h.hangUp()
		}
	}
	if err != nil {
		r.failed(ctx, h, err)
		return
	}
	if opened && (!r.watched || before.standby == st.standby) {
		r.note(h, st)
		return
	}
	// New, back again, or of another role than before: all that is asked of a server when it is opened is asked now.
	if opened {
		r.dismiss(h, &query.Error{Code: query.CodeUnavailable, Message: "the server " + h.address.String() + " has changed its role", Err: errUnfit})
	}
	source, system, err := r.inspect(ctx, h)
	if err != nil {
		r.failed(ctx, h, err)
		return
	}
	r.admit(h, source, system, st)
}

// inspect opens a server with all that Open looks at.
func (r *Hosts) inspect(ctx context.Context, h *host) (*Source, string, error) {
	ctx, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	source, err := openHost(ctx, r.options, h.config)
	if err != nil {
		return nil, "", err
	}
	if r.watched {
		source.fit, source.question = func(st standing) error { return r.fits(h, st) }, r.question
	}
	if len(r.hosts) == 1 {
		return source, "", nil
	}
	c, _, err := source.acquire(ctx)
	if err != nil {
		source.Close()
		return nil, "", err
	}
	defer source.release(c)
	// Where the operator has taken the function away, it is not known, which is no reason to leave the server out.
	rows, err := c.rows(ctx, "SELECT system_identifier FROM pg_catalog.pg_control_system()")
	if err != nil || len(rows) != 1 {
		return source, "", nil
	}
	return source, rows[0][0], nil
}

// ask asks a server how it stands, over a session that is kept for that.
func (h *host) ask(ctx context.Context) (standing, error) {
	ctx, cancel := context.WithTimeout(ctx, h.askTime)
	defer cancel()
	for {
		fresh := h.session == nil
		if fresh {
			var err error
			if h.session, err = pgconn.ConnectConfig(ctx, h.config); err != nil {
				h.session = nil
				return standing{}, h.unreachable(ctx, err)
			}
		}
		st, err := measure(ctx, h.session)
		if err == nil {
			return st, nil
		}
		h.hangUp()
		if fresh || ctx.Err() != nil {
			return standing{}, h.unreachable(ctx, err)
		}
	}
}

// unreachable is the error of a server that did not say how it stands.
func (h *host) unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &query.Error{
			Code: query.CodeNotFound, Message: fmt.Sprintf("the server %s did not answer within %s", h.address, h.askTime),
			Hint: "check that the server runs and is not overloaded", Err: context.DeadlineExceeded,
		}
	}
	return (&Source{config: h.config}).connectError(ctx, err)
}

func (h *host) hangUp() {
	if h.session != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		h.session.Close(ctx)
		h.session = nil
	}
}

// failed writes down that a server did not answer or may not be read. One that only did not answer in time is given a
// second chance before it leaves the rotation.
func (r *Hosts) failed(ctx context.Context, h *host, err error) {
	if ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	h.failures++
	second := h.source == nil || h.failures > 1 || !errors.Is(err, context.DeadlineExceeded)
	h.doubted = true
	r.mu.Unlock()
	if second {
		r.dismiss(h, err)
	}
}

// dismiss takes a server out of the rotation. Reads that still wait for its first answer are let go where another server
// can take them.
func (r *Hosts) dismiss(h *host, why error) {
	r.mu.Lock()
	source := h.source
	h.source, h.why = nil, why
	if source != nil {
		h.out = time.Now()
	}
	others := false
	for _, o := range r.hosts {
		_, err := r.judge(o, o.standing, time.Now())
		others = others || err == nil
	}
	closed := r.closed
	r.mu.Unlock()
	if source == nil || closed {
		return
	}
	if others {
		source.sever()
	}
	r.work.Go(func() { source.Close() }) // which takes its time where the server is frozen
}

// admit takes a server into the rotation.
func (r *Hosts) admit(h *host, source *Source, system string, st standing) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		source.Close()
		return
	}
	if once := source.once.Swap(nil); once != nil && !r.told {
		r.told = true
		r.once.Store(once)
	}
	for _, n := range source.notices {
		known := false
		for _, o := range r.notices {
			known = known || o.Message == n.Message
		}
		if !known {
			r.notices = append(r.notices[:len(r.notices):len(r.notices)], n)
		}
	}
	h.source, h.why, h.system, h.apart = source, nil, system, false
	if r.settled {
		r.settleSystem()
	}
	r.mu.Unlock()
	r.note(h, st)
}

// settleSystem decides which cluster the source reads: that of the first server in the address that has answered. mu is
// held.
func (r *Hosts) settleSystem() {
	for _, h := range r.hosts {
		if r.system == "" {
			r.system = h.system
		}
	}
}

// note writes down how a server stands.
func (r *Hosts) note(h *host, st standing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h.failures, h.doubted = 0, false
	if !r.watched {
		return
	}
	h.standing, h.answered = st, true
	if st.standby {
		if r.primary == h {
			r.primary, r.log = nil, positions{}
		}
		return
	}
	h.wasPrimary = true
	gone := r.primary == nil || r.primary.source == nil && time.Since(r.primary.out) > adoptAfter
	if r.primary != h {
		// Two that say they are the primary: the one that was known stays, unless it is gone. One of an earlier timeline
		// was left behind by a promotion.
		if !(gone && st.timeline >= r.timeline || !r.settled && st.timeline > r.timeline) {
			return
		}
		r.primary, r.log = h, positions{}
		for _, o := range r.hosts {
			o.apart = false
		}
	}
	r.timeline = max(r.timeline, st.timeline)
	r.log.add(st.asked, st.position)
	for _, o := range r.hosts {
		// A standby cannot have more than its primary had on disk later.
		if o.answered && o.standing.standby && o.standing.asked.Before(st.asked) && o.standing.position > st.position {
			o.apart = true
		}
	}
}
