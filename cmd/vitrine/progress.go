package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// When the progress line appears, and how often it changes.
const (
	progressAfter = 2 * time.Second
	progressEvery = 500 * time.Millisecond
)

// progress is the line on stderr that shows that a long query is alive.
type progress struct {
	stderr io.Writer
	beside bool // the rows go elsewhere than to the terminal of the line
	began  time.Time
	done   chan struct{}
	ended  sync.WaitGroup

	mu      sync.Mutex
	written int
	shown   bool
}

// startProgress shows the line once the query has taken a while, where stderr is a terminal. Where the rows go to that
// terminal too, beside is false, and the line goes away before the first row.
func (a *app) startProgress(beside bool) *progress {
	p := &progress{stderr: a.stderr, beside: beside, began: time.Now(), done: make(chan struct{})}
	if a.stderrIsTerminal {
		p.ended.Go(p.run)
	}
	return p
}

func (p *progress) run() {
	next := time.NewTimer(progressAfter)
	defer next.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-next.C:
			p.show()
			next.Reset(progressEvery)
		}
	}
}

// show writes the line anew.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.written > 0 && !p.beside {
		return
	}
	fmt.Fprintf(p.stderr, "\r\x1b[K%d s, %d rows", int(time.Since(p.began).Seconds()), p.written)
	p.shown = true
}

// rows notes how many rows there are; they are about to be written.
func (p *progress) rows(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written = n
	if n > 0 && !p.beside {
		p.hide()
	}
}

// hide takes the line away; mu is held.
func (p *progress) hide() {
	if p.shown {
		fmt.Fprint(p.stderr, "\r\x1b[K")
		p.shown = false
	}
}

// stop ends it.
func (p *progress) stop() {
	close(p.done)
	p.ended.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hide()
}
