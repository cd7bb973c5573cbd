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

	calls sync.WaitGroup
}

// ServeStdio reads newline-delimited messages from in and writes answers to out until in ends and every call is
// answered, out fails, or ctx is done, which gives up the calls that still run. Calls run concurrently; a line that
// cannot be read is answered with an error and ends nothing. The caller is the local operator.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &conn{server: s, caller: tools.LocalOperator(), out: out, cancel: cancel}
	c.version.Store("")
	ended := make(chan error, 1)
	go func() {
		err := c.read(ctx, in)
		c.calls.Wait()
		ended <- err
	}()
	select {
	case err := <-ended:
		return errors.Join(err, c.failure())
	case <-ctx.Done():
		// The read may never return; what runs has been told to stop and is waited for.
		c.calls.Wait()
		return errors.Join(context.Cause(ctx), c.failure())
	}
}

// read takes in one line after the other. Everything but a call is answered at once, in order.
func (c *conn) read(ctx context.Context, in io.Reader) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(reader)
		if errors.Is(err, errTooLong) {
			c.write(errorMessage(nil, fail(codeInvalidRequest, "the message is longer than %d bytes", MaxMessage)))
			continue
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && ctx.Err() == nil {
			c.take(ctx, line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (c *conn) take(ctx context.Context, line []byte) {
	if line[0] == '[' {
		c.batch(ctx, line)
		return
	}
	p := &peer{caller: c.caller, stdio: c}
	m, bad := parseMessage(line)
	if bad != nil {
		c.write(errorMessage(m.id, bad))
		return
	}
	if m.method != "tools/call" || m.notification() {
		c.reply(c.server.dispatch(ctx, p, &m))
		return
	}
	c.server.enlist(ctx, p, &m)
	c.calls.Go(func() { c.reply(c.server.dispatch(ctx, p, &m)) })
}

func (c *conn) batch(ctx context.Context, line []byte) {
	if c.version.Load() != versionMarch {
		c.write(errorMessage(nil, fail(codeInvalidRequest, "batches belong to revision %s alone: send one message a line", versionMarch)))
		return
	}
	run := c.server.batch(ctx, &peer{caller: c.caller, stdio: c}, line)
	c.calls.Go(func() { c.reply(run()) })
}

func (c *conn) reply(a answer) {
	if a.body != nil && !a.cancelled {
		c.write(a.body)
	}
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
