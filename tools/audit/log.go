package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"vitrine/tools"
)

// Options configure a Log.
type Options struct {
	Path   string
	Key    string // the file of the key; "" means Path with .key behind it. It is made where the log is new
	Fsync  bool   // fsync behind every line: a call then survives the loss of power, too, at the cost of milliseconds
	Rotate int64  // begin a new file when one is longer than this many bytes; 0 means never
}

// Log appends to an audit file. It is safe for concurrent use, and several processes may append to one file: each holds
// a lock while it appends and continues the chain where the last left it.
type Log struct {
	o    Options
	lock *os.File

	mu       sync.Mutex
	chain    hash.Hash
	file     *os.File
	state    unix.Stat_t // of file, when it was opened
	size     int64       // where the last line that is known ends
	head     string
	sequence int64
}

// Open opens the log and makes it where there is none. It refuses a log whose last line is not one of its key.
func Open(o Options) (*Log, error) {
	if o.Key == "" {
		o.Key = o.Path + ".key"
	}
	if err := os.MkdirAll(filepath.Dir(o.Path), 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(o.Path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	l := &Log{o: o, lock: lock}
	err = l.locked(func() error {
		key, err := l.loadKey()
		if err != nil {
			return err
		}
		l.chain = newChain(key)
		return l.follow()
	})
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Close closes the files. The chain goes on with the next Open.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if l.file != nil {
		err = l.file.Close()
		l.file = nil
	}
	return errors.Join(err, l.lock.Close())
}

// Head returns the hash of the last line: kept elsewhere, it shows later whether the tail was cut.
func (l *Log) Head() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head
}

// Record implements tools.Auditor.
func (l *Log) Record(_ context.Context, caller tools.Caller, tool string, r *tools.Result, started time.Time, elapsed time.Duration) error {
	e := Entry{
		Time: started, Principal: caller.Name, Tool: short(tool), Source: r.Source, SQL: r.SQL, Verdict: VerdictOK,
		Rows: r.Rows, Bytes: len(r.Text), DurationUS: elapsed.Microseconds(),
	}
	if r.IsError {
		e.Verdict = r.Code
	}
	return l.Append(e)
}

// Append writes down a call that went through no registry. Time to DurationUS are the caller's to fill; SQLSHA256 and the
// fields of the chain are not.
func (l *Log) Append(e Entry) error {
	e.SQLSHA256, e.Torn = "", nil
	if e.SQL != "" {
		e.SQLSHA256 = sha256Of([]byte(e.SQL))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.locked(func() error {
		if err := l.follow(); err != nil {
			return err
		}
		if l.o.Rotate > 0 && l.size >= l.o.Rotate {
			if err := l.rotate(); err != nil {
				return err
			}
		}
		return l.append(e)
	})
}

// short cuts a tool's name that no tool has.
func short(name string) string {
	const most = 128
	if len(name) <= most {
		return name
	}
	for n := most; ; n-- {
		if utf8.RuneStart(name[n]) {
			return name[:n] + "…"
		}
	}
}

// locked runs f while no other process writes.
func (l *Log) locked(f func() error) error {
	for {
		err := unix.Flock(int(l.lock.Fd()), unix.LOCK_EX)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return fmt.Errorf("lock the audit: %w", err)
		}
	}
	defer unix.Flock(int(l.lock.Fd()), unix.LOCK_UN)
	return f()
}

// append writes one line with one write. What a failed write leaves is taken back.
func (l *Log) append(e Entry) error {
	e.Sequence, e.Previous = l.sequence+1, l.head
	line, hash, err := seal(l.chain, e)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(line); err != nil {
		return errors.Join(err, l.file.Truncate(l.size))
	}
	if l.o.Fsync {
		if err := l.file.Sync(); err != nil {
			return err
		}
	}
	l.size, l.head, l.sequence = l.size+int64(len(line)), hash, e.Sequence
	return nil
}

// follow makes file, size, head and sequence those of the file at Path, which another process may have rotated or
// added to, and which a crash may have left with half a line.
func (l *Log) follow() error {
	var now unix.Stat_t
	err := stat(l.o.Path, &now)
	if err == nil && l.file != nil && now.Dev == l.state.Dev && now.Ino == l.state.Ino && now.Size == l.size {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", l.o.Path, err)
	}
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
	file, err := os.OpenFile(l.o.Path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err = unix.Fstat(int(file.Fd()), &now); err == nil && now.Mode&unix.S_IFMT != unix.S_IFREG {
		err = fmt.Errorf("%s is not a regular file", l.o.Path)
	}
	if err != nil {
		file.Close()
		return err
	}
	l.file, l.state = file, now
	if err := l.resume(now.Size); err != nil {
		l.file.Close()
		l.file = nil
		return fmt.Errorf("%s: %w", l.o.Path, err)
	}
	return nil
}

// stat is os.Stat without what it allocates, since every call of a tool waits for it.
func stat(path string, into *unix.Stat_t) error {
	for {
		if err := unix.Stat(path, into); err != unix.EINTR {
			return err
		}
	}
}

// resume finds where the chain stands in the file.
func (l *Log) resume(size int64) error {
	l.size = size
	last, torn, err := tail(l.file, size)
	if err != nil {
		return err
	}
	switch {
	case last != nil:
		e, err := open(l.chain, last)
		if err != nil {
			return fmt.Errorf("the last line: %w; vitrine audit verify tells more, and a file moved away begins a new chain", err)
		}
		l.head, l.sequence = e.Hash, e.Sequence
	default:
		if l.head, l.sequence, err = l.before(); err != nil {
			return err
		}
	}
	if len(torn) == 0 {
		return nil
	}
	// The crash may have come between the line and its line feed.
	if e, err := open(l.chain, torn); err == nil && e.Previous == l.head {
		l.head, l.sequence = e.Hash, e.Sequence
		return l.feed()
	}
	if err := l.feed(); err != nil {
		return err
	}
	return l.append(Entry{Time: time.Now(), Verdict: verdictRecovered, Torn: &Torn{Bytes: len(torn), SHA256: sha256Of(torn)}})
}

func (l *Log) feed() error {
	if _, err := l.file.Write([]byte{'\n'}); err != nil {
		return err
	}
	l.size++
	return nil
}

// before returns where the chain stood at the end of the newest rotated file.
func (l *Log) before() (head string, sequence int64, err error) {
	rotated, err := Rotated(l.o.Path)
	if err != nil || len(rotated) == 0 {
		return zero, 0, err
	}
	f, err := os.Open(rotated[len(rotated)-1])
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	last, _, err := tail(f, info.Size())
	if err != nil {
		return "", 0, err
	}
	e, err := open(l.chain, last)
	if err != nil {
		return "", 0, fmt.Errorf("%s, its last line: %w", f.Name(), err)
	}
	return e.Hash, e.Sequence, nil
}

// Rotated lists the files that an audit file was rotated to, oldest first.
func Rotated(path string) ([]string, error) {
	names, err := filepath.Glob(escapeGlob(path) + ".[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]")
	slices.Sort(names)
	return names, err
}

func escapeGlob(path string) string {
	out := make([]byte, 0, len(path))
	for i := range len(path) {
		if c := path[i]; c == '*' || c == '?' || c == '[' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, path[i])
	}
	return string(out)
}

// rotate sets the file aside under the number of its last line and begins another, which continues the chain.
func (l *Log) rotate() error {
	if err := os.Rename(l.o.Path, fmt.Sprintf("%s.%012d", l.o.Path, l.sequence)); err != nil {
		return err
	}
	return l.follow()
}

// tail returns the last whole line of a file, without its line feed, nil where there is none, and what stands behind it.
func tail(f io.ReaderAt, size int64) (last, torn []byte, err error) {
	const step = 64 << 10
	var end []byte // the end of the file, as far as it was read
	for from := size; ; {
		n := min(step, from)
		chunk := make([]byte, n, int(n)+len(end))
		if _, err := f.ReadAt(chunk, from-n); err != nil && err != io.EOF {
			return nil, nil, err
		}
		end, from = append(chunk, end...), from-n
		feed := behind(end)
		if feed < 0 {
			if from == 0 {
				return nil, end, nil
			}
			continue
		}
		whole := end[:len(end)-1-feed]
		torn = end[len(end)-feed:]
		if start := behind(whole); start >= 0 {
			return whole[len(whole)-start:], torn, nil
		}
		if from == 0 {
			return whole, torn, nil
		}
	}
}

// behind returns how many bytes stand behind the last line feed, -1 where there is none.
func behind(data []byte) int {
	at := bytes.LastIndexByte(data, '\n')
	if at < 0 {
		return -1
	}
	return len(data) - 1 - at
}
