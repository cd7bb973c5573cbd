package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"vitrine/tools"
)

// MaxMessage is the longest message in bytes, on both transports.
const MaxMessage = 8 << 20

// conn is one client on stdio.
type conn struct {
	server  *Server
	caller  tools.Caller
	version atomic.Value // the revision that initialize agreed on, a string

	mu     sync.Mutex
	out    io.Writer
	failed error
	cancel context.CancelFunc
	ended  bool // no call begins any more
	calls  sync.WaitGroup

	turn   chan struct{} // holds one token: whoever has it reads
	idle   atomic.Int32  // goroutines that wait for it
	apart  atomic.Int32  // calls whose goroutines do not read
	relief *relief
}

// ServeStdio reads newline-delimited messages from in and writes answers to out until in ends and every call is
// answered, out fails, or ctx is done, which gives up the calls that still run. Calls run concurrently; a line that
// cannot be read is answered with an error and ends nothing. The caller is the local operator.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &conn{server: s, caller: tools.LocalOperator(), out: out, cancel: cancel, turn: make(chan struct{}, 1), relief: newRelief()}
	c.version.Store("")
	ended := make(chan error, 1)
	reader := bufio.NewReaderSize(in, 64<<10)
	c.turn <- struct{}{}
	c.idle.Add(1)
	go c.work(ctx, reader, ended)
	go c.relief.watch(ctx, func() { c.pass(ctx, reader, ended) })
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		// The read may never return; what runs has been told to stop and is waited for.
		err = context.Cause(ctx)
	}
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.calls.Wait()
	return errors.Join(err, c.failure())
}

// begin counts a call in, unless the session has ended. Whoever gets true must call calls.Done.
func (c *conn) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.calls.Add(1)
	}
	return !c.ended
}

// keptIdle is how many goroutines wait for their turn. Those that go on have a stack that calls have grown already, which
// for a new goroutine takes a good part of a short call.
const keptIdle = 2

// work waits for its turn to read, takes in lines until one is a call and runs it right here: handing it to another
// goroutine would make it wait until that is awake. Whoever runs a call that lasts is relieved of the reading; where calls
// run already, the client is one that sends several, and the reading is passed on at once.
func (c *conn) work(ctx context.Context, reader *bufio.Reader, ended chan<- error) {
	for {
		select {
		case <-c.turn:
		case <-ctx.Done():
			return
		}
		c.idle.Add(-1)
		for reads := true; reads; {
			run, err := c.read(ctx, reader)
			begun := run != nil && c.begin()
			if err != nil {
				if begun {
					c.finish(run)
				}
				if err == io.EOF {
					err = nil
				}
				ended <- err
				return
			}
			if !begun {
				return // the session is over
			}
			if c.apart.Load() > 0 {
				c.pass(ctx, reader, ended)
				reads = false
				c.finish(run)
				c.apart.Add(-1)
				continue
			}
			number := c.relief.begin()
			c.finish(run)
			if reads = c.relief.end(number); !reads {
				c.apart.Add(-1)
			}
		}
		if c.idle.Load() >= keptIdle {
			return
		}
		c.idle.Add(1)
	}
}

// pass hands the reading to another goroutine, and counts the call of the one that had it among those that run apart from
// the reading.
func (c *conn) pass(ctx context.Context, reader *bufio.Reader, ended chan<- error) {
	c.apart.Add(1)
	c.turn <- struct{}{}
	if c.idle.Load() == 0 {
		c.idle.Add(1)
		go c.work(ctx, reader, ended)
	}
}

// finish runs a call to its end and answers it.
func (c *conn) finish(run func() answer) {
	c.reply(run())
	c.calls.Done()
}

// read takes in one line after the other up to a call, which it returns, or up to an error, which may come together with
// a last call. Everything but a call is answered at once, in order.
func (c *conn) read(ctx context.Context, reader *bufio.Reader) (run func() answer, err error) {
	for {
		line, err := readLine(reader)
		if errors.Is(err, errTooLong) {
			c.write(errorMessage(nil, fail(codeInvalidRequest, "the message is longer than %d bytes", MaxMessage)))
			continue
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && ctx.Err() == nil {
			run = c.take(ctx, line)
		}
		if run != nil || err != nil {
			return run, err
		}
	}
}

// take answers a line, or returns what runs and answers it, where that may take long.
func (c *conn) take(ctx context.Context, line []byte) func() answer {
	if line[0] == '[' {
		return c.batch(ctx, line)
	}
	p := &peer{caller: c.caller, stdio: c}
	m, bad := parseMessage(line)
	if bad != nil {
		c.write(errorMessage(m.id, bad))
		return nil
	}
	if m.method != "tools/call" || m.notification() {
		c.reply(c.server.dispatch(ctx, p, &m))
		return nil
	}
	c.server.enlist(ctx, p, &m)
	return func() answer { return c.server.dispatch(ctx, p, &m) }
}

func (c *conn) batch(ctx context.Context, line []byte) func() answer {
	if c.version.Load() != versionMarch {
		c.write(errorMessage(nil, fail(codeInvalidRequest, "batches belong to revision %s alone: send one message a line", versionMarch)))
		return nil
	}
	return c.server.batch(ctx, &peer{caller: c.caller, stdio: c}, line)
}

func (c *conn) reply(a answer) {
	if a.body != nil && !a.cancelled {
		c.write(a.body)
	}
	recycle(a.body)
}

// write sends one message in one write. A client that no longer reads ends the session.
func (c *conn) write(message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return
	}
	if _, err := c.out.Write(append(message, '\n')); err != nil {
		c.failed = err
		c.cancel()
	}
}

func (c *conn) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

var errTooLong = errors.New("line too long")

// readLine reads up to a line feed. A line longer than MaxMessage is read to its end and dropped. The error io.EOF may
// come with a last line. The line is the caller's.
func readLine(reader *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := reader.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxMessage; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if long && (err == nil || err == io.EOF) {
			return nil, errTooLong
		}
		return line, err
	}
}
