package query

import (
	"context"
	"fmt"
	"sync"
)

// Queue lets a number of calls run at once and others wait for their turn. Of several callers that wait, the one that has
// the fewest calls running is next, and of those the one that came first. A named caller never has all places, where there
// is more than one: whatever it asks, one is left for others. It is safe for concurrent use.
type Queue struct {
	mu      sync.Mutex
	places  int // calls that may run at once
	most    int // calls that may wait
	running int
	of      map[string]int // running calls of each named caller
	waiting []*ticket
}

// NewQueue returns a queue with so many places, in which so many calls may wait.
func NewQueue(places, waiting int) *Queue {
	return &Queue{places: places, most: waiting, of: make(map[string]int)}
}

// ticket is one waiting call. Its channel is closed when its turn comes.
type ticket struct {
	caller string
	turn   chan struct{}
	served bool
}

type callerKey struct{}

// WithCaller names who asks, so that no caller can keep others waiting. Calls without a name are all of one caller, who
// may have every place.
func WithCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

// Enter waits for a place. Whoever gets a nil error must leave; leaving twice does nothing.
func (q *Queue) Enter(ctx context.Context) (leave func(), err error) {
	if err := ContextError(ctx); err != nil {
		return nil, err
	}
	caller, _ := ctx.Value(callerKey{}).(string)
	leave = sync.OnceFunc(func() { q.leave(caller) })
	q.mu.Lock()
	if q.running < q.places && q.mayRun(caller) {
		q.begin(caller)
		q.mu.Unlock()
		return leave, nil
	}
	if len(q.waiting) >= q.most {
		q.mu.Unlock()
		return nil, &Error{
			Code:    CodeBusy,
			Message: fmt.Sprintf("%d queries run and %d wait, which is the most that the source serves", q.places, q.most),
			Hint:    "send the query again in a moment, or raise the number of concurrent queries in the configuration",
		}
	}
	t := &ticket{caller: caller, turn: make(chan struct{})}
	q.waiting = append(q.waiting, t)
	q.mu.Unlock()

	select {
	case <-t.turn:
		return leave, nil
	case <-ctx.Done():
		q.abandon(t)
		return nil, ContextError(ctx)
	}
}

// mayRun reports whether the caller may have a further place.
func (q *Queue) mayRun(caller string) bool {
	return caller == "" || q.of[caller] < max(q.places-1, 1)
}

func (q *Queue) begin(caller string) {
	q.running++
	if caller != "" {
		q.of[caller]++
	}
}

// abandon takes a ticket out of the queue, or hands its place on where its turn had come meanwhile.
func (q *Queue) abandon(t *ticket) {
	q.mu.Lock()
	served := t.served
	for i, w := range q.waiting {
		if w == t {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			break
		}
	}
	q.mu.Unlock()
	if served {
		q.leave(t.caller)
	}
}

// leave gives a place back, and hands it to the one that is next.
func (q *Queue) leave(caller string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if caller != "" {
		if q.of[caller]--; q.of[caller] == 0 {
			delete(q.of, caller)
		}
	}
	next := -1
	for i, t := range q.waiting {
		if q.mayRun(t.caller) && (next < 0 || q.of[t.caller] < q.of[q.waiting[next].caller]) {
			next = i
		}
	}
	if next < 0 {
		return
	}
	t := q.waiting[next]
	q.waiting = append(q.waiting[:next], q.waiting[next+1:]...)
	t.served = true
	q.begin(t.caller)
	close(t.turn)
}
