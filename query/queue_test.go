package query

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// waits returns once n calls wait in the queue.
func waits(t *testing.T, q *queue, n int) {
	require.Eventually(t, func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.waiting) == n
	}, 10*time.Second, time.Millisecond)
}

func TestQueueServesInTheOrderOfComing(t *testing.T) {
	q := &queue{places: 1, most: 8}
	require.NoError(t, q.enter(t.Context()))
	served := make(chan int)
	for i := range 5 {
		go func() {
			if q.enter(context.Background()) == nil {
				served <- i
				q.leave()
			}
		}()
		waits(t, q, i+1)
	}
	q.leave()
	for i := range 5 {
		assert.Equal(t, i, <-served)
	}
}

func TestQueueIsBusyBeyondItsLength(t *testing.T) {
	q := &queue{places: 1, most: 1}
	require.NoError(t, q.enter(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- q.enter(ctx) }()
	waits(t, q, 1)

	var e *Error
	require.ErrorAs(t, q.enter(t.Context()), &e)
	assert.Equal(t, CodeBusy, e.Code)

	cancel()
	require.ErrorAs(t, <-done, &e)
	assert.Equal(t, CodeCancelled, e.Code)
	q.leave()
	assert.Zero(t, q.running)
	require.NoError(t, q.enter(t.Context()), "the place that was given back can be taken")
}

func TestQueueWaitsNoLongerThanTheBudget(t *testing.T) {
	q := &queue{places: 1, most: 1}
	require.NoError(t, q.enter(t.Context()))
	ctx, cancel := within(t.Context(), 20*time.Millisecond)
	defer cancel()
	var e *Error
	require.ErrorAs(t, q.enter(ctx), &e)
	assert.Equal(t, CodeTimeout, e.Code)
	assert.Contains(t, e.Message, "20ms")
}

func TestBudgetNeverGoesBeyondTheMost(t *testing.T) {
	most := Budget{Time: time.Minute, Rows: 100, CellBytes: Unlimited}
	assert.Equal(t, Budget{Time: time.Minute, Rows: 100}, Budget{}.within(most))
	assert.Equal(t, Budget{Time: time.Second, Rows: 7, Bytes: 5}, Budget{Time: time.Second, Rows: 7, Bytes: 5}.within(most))
	assert.Equal(t, Budget{Time: time.Minute, Rows: 100}, Budget{Time: time.Hour, Rows: Unlimited}.within(most))
	assert.Equal(t, DefaultTime, Budget{Time: Unlimited}.within(Budget{}).Time)
	assert.Zero(t, Budget{}.within(Budget{Time: Unlimited}).Time)
}
