package postgres

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/guard"
	"vitrine/query"
)

// Hosts is one PostgreSQL database on one server or several: a primary and its standbys. It implements [query.Source].
//
// Each server has connections of its own, and everything that [Open] looks at before a server is read is looked at on
// each. Reads are spread over the servers that target_session_attrs asks for, by the load that they have from here.
//
//   - A server that fails, is promoted, or is further behind than MaxLag leaves the rotation, and comes back once it is
//     well again. A read of which nothing was given yet is run again on another server.
//   - With MaxLag, each transaction asks its server how far it is before it takes its snapshot, so that what it shows was
//     at most that stale then. See docs/scale.md for what that rests on.
//   - While no server can be read, calls fail at once with CodeUnavailable.
//
// It is safe for concurrent use.
type Hosts struct {
	options Options
	target  target
	hosts   []*host
	watched bool                         // servers are asked how they stand all the time, and not only in doubt
	once    atomic.Pointer[guard.Notice] // told with one result only

	mu       sync.Mutex
	settled  bool  // the first look at the servers is over
	primary  *host // the server that is taken for the primary
	timeline string
	log      positions // of the primary
	system   string    // the cluster's identifier
	notices  []guard.Notice
	told     bool      // the notice of once was given to somebody
	served   time.Time // when a server was last found for a read
	closed   bool

	stop context.CancelFunc
	work sync.WaitGroup
}

var _ query.Source = (*Hosts)(nil)

// OpenHosts opens the servers of an address, at the same time, and waits until it is known of them whether they can be
// read: of those that do not answer, no longer than until another can be. The error is that of the one server; where
// there are several and none can be opened, it is of CodeUnavailable and says of each why. A role that could write on one
// of them is refused for all (CodeNotReadOnly).
func OpenHosts(ctx context.Context, o Options) (*Hosts, error) {
	all, wanted, err := configs(o.URL)
	if err != nil {
		return nil, err
	}
	if o.MaxRowBytes <= 0 {
		o.MaxRowBytes = DefaultMaxRowBytes
	}
	r := &Hosts{options: o, target: wanted, watched: len(all) > 1 || wanted != targetAny || o.MaxLag > 0}
	for _, config := range all {
		h := newHost(o, config)
		if len(all) > 1 {
			h.askTime = askTime / 2
		}
		r.hosts = append(r.hosts, h)
	}
	watching, stop := context.WithCancel(context.Background())
	r.stop = stop
	for _, h := range r.hosts {
		r.work.Go(func() { r.watch(watching, h) })
	}
	if err := r.settle(ctx); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// settleTime is how long those that have not answered are waited for once another server can be read.
const settleTime = 250 * time.Millisecond

// settle waits until the servers have been looked at.
func (r *Hosts) settle(ctx context.Context) error {
	var enough <-chan time.Time
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for pending := true; pending; {
		select {
		case <-ctx.Done():
			return query.ContextError(ctx)
		case <-enough:
			pending = false
		case <-look.C:
			pending = false
			for _, h := range r.hosts {
				select {
				case <-h.looked:
				default:
					pending = true
				}
			}
			if pending && enough == nil && r.ready(false) == nil {
				enough = time.After(settleTime)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settled = true
	r.settleSystem()
	open := false
	for _, h := range r.hosts {
		if e, ok := h.why.(*query.Error); ok && (len(r.hosts) == 1 || e.Code == query.CodeNotReadOnly) {
			return e
		}
		open = open || h.source != nil
	}
	if !open {
		return r.unavailable(time.Now())
	}
	return nil
}

// Name returns the name that the options gave.
func (r *Hosts) Name() string { return r.options.Name }

// Dialect returns guard.Postgres.
func (r *Hosts) Dialect() guard.Dialect { return guard.Postgres }

// Notices returns what is told with every result: that the role could write, where that was allowed.
func (r *Hosts) Notices() []guard.Notice {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.notices
}

// Ready returns nil while a server can be read, and else the error that calls get. It asks nobody.
func (r *Hosts) Ready() error { return r.ready(true) }

// ready is Ready; without all, a server of the second choice does not count.
func (r *Hosts) ready(all bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for _, h := range r.hosts {
		if choice, err := r.judge(h, h.standing, now); err == nil && (all || choice == 0) {
			return nil
		}
	}
	return r.unavailable(now)
}

// unavailable is the error of a call while no server can be read; it says of each why. mu is held.
func (r *Hosts) unavailable(now time.Time) *query.Error {
	var why []string
	for _, h := range r.hosts {
		_, err := r.judge(h, h.standing, now)
		switch e, ok := err.(*query.Error); {
		case ok:
			why = append(why, e.Message)
		case err != nil:
			why = append(why, err.Error())
		default:
			why = append(why, "the server "+h.address.String()+" did not answer")
		}
	}
	return &query.Error{
		Code: query.CodeUnavailable, Message: "no server of the source can be read now: " + strings.Join(why, "; "),
		Hint: fmt.Sprintf("send the query again in a moment: the servers are asked again at least every %s, and vitrine doctor tells more", longestRest),
		Err:  errUnfit,
	}
}

// Close closes the connections that are idle, and those in use once their transactions end.
func (r *Hosts) Close() error {
	r.stop()
	r.mu.Lock()
	r.closed = true
	var open []*Source
	for _, h := range r.hosts {
		if h.source != nil {
			open = append(open, h.source)
			h.source = nil
		}
	}
	r.mu.Unlock()
	for _, s := range open {
		s.Close()
	}
	r.work.Wait()
	return nil
}

// State is what is known of one server.
type State struct {
	Address Address
	Standby bool
	Read    bool          // reads go there, or would if no standby could be read
	Lag     time.Duration // of a standby: how stale what it shows is at most; negative where that is not known
	Why     string        // why it is not read
}

// States returns what is known of the servers, in the order of the address.
func (r *Hosts) States() []State {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	var all []State
	for _, h := range r.hosts {
		_, err := r.judge(h, h.standing, now)
		s := State{Address: h.address, Standby: h.standing.standby, Read: err == nil, Lag: -1}
		if s.Standby {
			if lag := r.lag(h.standing, now); lag != unknownLag {
				s.Lag = lag
			}
		}
		if e, ok := err.(*query.Error); ok {
			s.Why = e.Message
		} else if err != nil {
			s.Why = err.Error()
		}
		all = append(all, s)
	}
	return all
}
