package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// When the progress line appears, and how often it changes.
const (
	progressAfter = 2 * time.Second
	progressEvery = 500 * time.Millisecond
)

// progress is the line on stderr that shows that a long query is alive.
type progress struct {
	written atomic.Int64
	done    chan struct{}
	ended   sync.WaitGroup
}

// startProgress shows the line once the query has taken a while, where stderr is a terminal. Where the rows go to that
// terminal too, beside says false, and the line goes away with the first row.
func (a *app) startProgress(beside bool) *progress {
	p := &progress{done: make(chan struct{})}
	if !a.stderrIsTerminal {
		return p
	}
	began := time.Now()
	p.ended.Go(func() {
		wait := time.NewTimer(progressAfter)
		defer wait.Stop()
		shown := false
		for {
			select {
			case <-p.done:
				if shown {
					fmt.Fprint(a.stderr, "\r\x1b[K")
				}
				return
			case <-wait.C:
				rows := p.written.Load()
				if rows > 0 && !beside {
					continue
				}
				fmt.Fprintf(a.stderr, "\r\x1b[K%d s, %d rows", int(time.Since(began).Seconds()), rows)
				shown = true
				wait.Reset(progressEvery)
			}
		}
	})
	return p
}

// rows notes how many rows are written.
func (p *progress) rows(n int) { p.written.Store(int64(n)) }

// stop takes the line away.
func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
}
