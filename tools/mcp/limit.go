package mcp

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what one token may ask; zero fields mean the defaults, negative ones no bound.
type Limits struct {
	PerSecond  float64 // requests; default 100
	Burst      int     // requests at once before PerSecond counts; default 200
	Concurrent int     // requests in work; default 32
}

// limiter keeps the limits, a bucket for each principal. Principals come from the tokens file, so they are few.
type limiter struct {
	limits Limits
	mu     sync.Mutex
	known  map[string]*allowance
}

type allowance struct {
	rate    *rate.Limiter
	running int
}

func newLimiter(l Limits) *limiter {
	if l.PerSecond == 0 {
		l.PerSecond = 100
	}
	if l.Burst == 0 {
		l.Burst = 200
	}
	if l.Concurrent == 0 {
		l.Concurrent = 32
	}
	return &limiter{limits: l, known: map[string]*allowance{}}
}

// admit takes a place for a request. Where there is none it says how long to wait, which is more than 0.
func (l *limiter) admit(principal string) (release func(), wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.known[principal]
	if a == nil {
		a = &allowance{rate: rate.NewLimiter(rate.Inf, 0)}
		if l.limits.PerSecond > 0 {
			a.rate = rate.NewLimiter(rate.Limit(l.limits.PerSecond), max(l.limits.Burst, 1))
		}
		l.known[principal] = a
	}
	if l.limits.Concurrent > 0 && a.running >= l.limits.Concurrent {
		return nil, time.Second
	}
	reservation := a.rate.Reserve()
	if wait := reservation.Delay(); wait > 0 {
		reservation.Cancel()
		return nil, wait
	}
	a.running++
	return func() {
		l.mu.Lock()
		a.running--
		l.mu.Unlock()
	}, 0
}
