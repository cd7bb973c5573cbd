package sqlite

import (
	"context"
	"encoding/binary"
	"os"
	"sync"
	"time"

	"vitrine/query"
)

// pauses keep the readers of a source from feeding a write-ahead log for ever. A writer begins its log anew only at a
// moment when no reader needs what stands in it (https://sqlite.org/wal.html#avoiding_excessively_large_wal_files).
// Readers that come without a break leave no such moment: beside four of them a log grew by 20 MB a second. So where a
// log is long and grows, new transactions are held back until those that run have ended and the writer had its moment,
// which is short, and bounded where they do not end.
type pauses struct {
	log string // the path of the log, "" where none is read

	mu       sync.Mutex
	open     int           // transactions that run
	looked   time.Time     // when the log was last looked at
	every    time.Duration // how long until it is looked at again
	size     int64         // of the log then
	sequence uint32        // how often it had been begun anew then
	pause    chan struct{} // closed when the pause that is now is over, nil where there is none
}

const (
	longLog      = 8 << 20                // twice what a writer's settings usually let a log come to
	lookEvery    = 100 * time.Millisecond // at the most often
	lookSeldom   = 2 * time.Second        // where pauses do not help
	moment       = 20 * time.Millisecond  // without any reader: some transactions of the writer, and a checkpoint
	longestPause = 100 * time.Millisecond
)

// enter waits for the end of a pause, where there is one. Whoever gets a nil error must leave.
func (p *pauses) enter(ctx context.Context) error {
	p.mu.Lock()
	if p.log != "" && p.pause == nil && time.Since(p.looked) >= p.every {
		p.look()
	}
	pause := p.pause
	if pause == nil {
		p.open++
		p.mu.Unlock()
		return nil
	}
	p.mu.Unlock()
	select {
	case <-pause:
	case <-ctx.Done():
		return query.ContextError(ctx)
	}
	p.mu.Lock()
	p.open++
	p.mu.Unlock()
	return nil
}

func (p *pauses) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open--; p.open == 0 && p.pause != nil {
		p.endAfter(moment)
	}
}

// look begins a pause where the log is long and has grown since it was last looked at.
func (p *pauses) look() {
	size, sequence := logState(p.log)
	grows := size > p.size && size >= longLog
	switch {
	case sequence != p.sequence || !grows:
		p.every = lookEvery
	default:
		p.every = min(2*p.every, lookSeldom)
	}
	p.looked, p.size, p.sequence = time.Now(), size, sequence
	if !grows {
		return
	}
	p.pause = make(chan struct{})
	if p.open == 0 {
		p.endAfter(moment)
	} else {
		p.endAfter(longestPause)
	}
}

// endAfter ends the pause that is now, if it still is then.
func (p *pauses) endAfter(wait time.Duration) {
	pause := p.pause
	time.AfterFunc(wait, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.pause == pause {
			close(pause)
			p.pause = nil
		}
	})
}

// logState returns how long a write-ahead log is, and how often it was begun anew
// (https://sqlite.org/fileformat2.html#walformat); zeros where there is none. No lock of SQLite lies on that file, so
// that none is dropped when it is closed.
func logState(path string) (size int64, sequence uint32) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	var header [16]byte
	if _, err := f.ReadAt(header[:], 0); err != nil {
		return 0, 0
	}
	info, err := f.Stat()
	if err != nil {
		return 0, 0
	}
	return info.Size(), binary.BigEndian.Uint32(header[12:])
}
