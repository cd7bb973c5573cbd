package query

import (
	"context"
	"fmt"
	"sync"
)

// queue lets a number of calls run at once and others wait for their turn, first come first served.
type queue struct {
	mu      sync.Mutex
	places  int // calls that may run at once
	running int
	most    int // calls that may wait
	waiting []*ticket
}

// ticket is one waiting call. Its channel is closed when its turn comes.
type ticket struct {
	turn   chan struct{}
	served bool
}

// enter waits for a place. Whoever gets a nil error must leave.
func (q *queue) enter(ctx context.Context) error {
	if err := ContextError(ctx); err != nil {
		return err
	}
	q.mu.Lock()
	if q.running < q.places {
		q.running++
		q.mu.Unlock()
		return nil
	}
	if len(q.waiting) >= q.most {
		q.mu.Unlock()
		return &Error{
			Code:    CodeBusy,
			Message: fmt.Sprintf("%d queries run and %d wait, which is the most that the source serves", q.places, q.most),
			Hint:    "send the query again in a moment, or raise the number of concurrent queries in the configuration",
		}
	}
	t := &ticket{turn: make(chan struct{})}
	q.waiting = append(q.waiting, t)
	q.mu.Unlock()

	select {
	case <-t.turn:
		return nil
	case <-ctx.Done():
		q.abandon(t)
		return ContextError(ctx)
	}
}

// abandon takes a ticket out of the queue, or hands its place on where its turn had come meanwhile.
func (q *queue) abandon(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.served {
		q.next()
		return
	}
	for i, w := range q.waiting {
		if w == t {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return
		}
	}
}

// leave gives a place back.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

// next hands a place that became free to the first that waits.
func (q *queue) next() {
	if len(q.waiting) == 0 {
		q.running--
		return
	}
	t := q.waiting[0]
	q.waiting = q.waiting[1:]
	t.served = true
	close(t.turn)
}
