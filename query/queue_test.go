package query

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// waits returns once n calls wait in the queue.
func waits(t *testing.T, q *Queue, n int) {
	require.Eventually(t, func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.waiting) == n
	}, 30*time.Second, time.Millisecond)
}

// enter takes a place that must be free.
func enter(t *testing.T, q *Queue, caller string) (leave func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(WithCaller(t.Context(), caller), 30*time.Second)
	defer cancel()
	leave, err := q.Enter(ctx)
	require.NoError(t, err)
	return leave
}

// One caller floods the queue; another, who comes later, gets the place that is left, and then the next that is free.
func TestQueueLeavesOthersAPlace(t *testing.T) {
	q := NewQueue(3, 100)
	first := enter(t, q, "flood")
	enter(t, q, "flood")
	served := make(chan string)
	wait := func(caller string, waiting int) {
		go func() {
			if leave, err := q.Enter(WithCaller(context.Background(), caller)); err == nil {
				served <- caller
				leave()
			}
		}()
		waits(t, q, waiting)
	}
	for i := range 20 {
		wait("flood", i+1) // though a place is free
	}
	one := enter(t, q, "ann")
	wait("bob", 21)
	first()
	assert.Equal(t, "bob", <-served)
	one()
	for range 20 {
		assert.Equal(t, "flood", <-served)
	}
	require.Eventually(t, func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return q.running == 1 && len(q.of) == 1
	}, 30*time.Second, time.Millisecond)

	alone := NewQueue(1, 1)
	enter(t, alone, "ann")() // a single place is for everybody
	all := NewQueue(2, 1)
	enter(t, all, "")
	enter(t, all, "") // calls without a name may have all
}

func TestQueueServesInTheOrderOfComing(t *testing.T) {
	q := NewQueue(1, 8)
	leave := enter(t, q, "")
	served := make(chan int)
	for i := range 5 {
		go func() {
			if leave, err := q.Enter(context.Background()); err == nil {
				served <- i
				leave()
			}
		}()
		waits(t, q, i+1)
	}
	leave()
	leave()
	for i := range 5 {
		assert.Equal(t, i, <-served)
	}
}

func TestQueueIsBusyBeyondItsLength(t *testing.T) {
	q := NewQueue(1, 1)
	leave := enter(t, q, "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := q.Enter(ctx)
		done <- err
	}()
	waits(t, q, 1)

	var e *Error
	_, err := q.Enter(t.Context())
	require.ErrorAs(t, err, &e)
	assert.Equal(t, CodeBusy, e.Code)

	cancel()
	require.ErrorAs(t, <-done, &e)
	assert.Equal(t, CodeCancelled, e.Code)
	leave()
	assert.Zero(t, q.running)
	enter(t, q, "") // the place that was given back can be taken
}

func TestQueueWaitsNoLongerThanTheBudget(t *testing.T) {
	q := NewQueue(1, 1)
	enter(t, q, "")
	ctx, cancel := within(t.Context(), 20*time.Millisecond)
	defer cancel()
	var e *Error
	_, err := q.Enter(ctx)
	require.ErrorAs(t, err, &e)
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
