package mcp

import (
	"context"
	"sync/atomic"
	"time"
)

// relief watches the goroutine that reads a session and runs the call it has read right where it is. Most calls are over
// before another message comes, and passing on the reading at each of them wakes a thread for nothing, which on a small
// machine takes longer than the call. So the reading is passed on only once a call lasts: the client waits that long, at
// most, for what it sends meanwhile, a cancellation or a further call.
type relief struct {
	begun   atomic.Uint64 // calls so far
	running atomic.Uint64 // the number of the call that keeps its goroutine from reading, 0 where there is none
	resting atomic.Bool   // nobody watches until wake
	wake    chan struct{}
}

const (
	// reliefPeriod is how often the reader is looked at: a call that was there at two looks lasts.
	reliefPeriod = 2 * time.Millisecond
	// reliefRest is how many looks without a new call end the watch.
	reliefRest = 50
)

func newRelief() *relief { return &relief{wake: make(chan struct{}, 1)} }

// begin tells that the reader runs a call.
func (r *relief) begin() (number uint64) {
	number = r.begun.Add(1)
	r.running.Store(number)
	if r.resting.Load() {
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
	return number
}

// end tells that the call is over, and reports whether the reader is still that: not where it was relieved.
func (r *relief) end(number uint64) bool { return r.running.CompareAndSwap(number, 0) }

// watch relieves the reader, which is to call pass on the reading, whenever a call lasts, until ctx is done.
func (r *relief) watch(ctx context.Context, pass func()) {
	ticker := time.NewTicker(reliefPeriod)
	defer ticker.Stop()
	var seen, begun uint64
	for quiet := 0; ; quiet++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		running := r.running.Load()
		if running != 0 && running == seen && r.running.CompareAndSwap(running, 0) {
			pass()
		}
		if now := r.begun.Load(); running != 0 || now != begun {
			quiet, begun = 0, now
		}
		seen = running
		if quiet < reliefRest {
			continue
		}
		// A call that begins after this sees that nobody watches; one that began before is seen here.
		r.resting.Store(true)
		if r.running.Load() == 0 {
			ticker.Stop()
			select {
			case <-ctx.Done():
				return
			case <-r.wake:
			}
			ticker.Reset(reliefPeriod)
		}
		r.resting.Store(false)
		quiet = 0
	}
}
