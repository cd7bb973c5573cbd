package sqlite

import (
	"os"

	"vitrine/query"
)

// maxIdle is how many connections wait for the next query. How many run at once is the runner's to bound.
const maxIdle = 4

// take returns a connection to what the path stands for now: a file that was replaced is opened anew.
func (s *Source) take() (*conn, error) {
	info, err := s.stat()
	if err != nil {
		return nil, err
	}
	var stale []*conn
	var found *conn
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, &query.Error{Code: query.CodeInternal, Message: "the source is closed", Hint: "open it again"}
	}
	for len(s.idle) > 0 && found == nil {
		c := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if os.SameFile(c.file, info) {
			c.file = info
			found = c
		} else {
			stale = append(stale, c)
			s.schema = nil
		}
	}
	generation := s.generation
	s.mu.Unlock()
	for _, c := range stale {
		c.close()
	}
	if found != nil {
		return found, nil
	}
	c, err := s.open(info)
	if err != nil {
		return nil, err
	}
	c.generation = generation
	return c, nil
}

// open opens a new connection to the file that info describes.
func (s *Source) open(info os.FileInfo) (*conn, error) {
	c, err := connect(s.uri, s.options.MaxMemory)
	if err != nil {
		if e, ok := err.(*engineError); ok {
			return nil, s.knownOr(e)
		}
		return nil, err
	}
	c.file = info
	// The path may have come to stand for another file meanwhile. The connection then counts as one to the former
	// file, and is closed before its next use.
	return c, nil
}

// put takes a connection back, or closes it where enough wait or what it has cached may be wrong.
func (s *Source) put(c *conn) {
	s.mu.Lock()
	if !s.closed && c.generation == s.generation && len(s.idle) < maxIdle {
		s.idle = append(s.idle, c)
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	c.close()
}

// forget closes the idle connections, those that run when they end, and drops the schema, after the file turned out to be other than they have cached:
// a page that was read from a damaged file stays in a cache for as long as the head of the file says that nothing was
// written, also when the file is whole again.
func (s *Source) forget() {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.schema = nil, nil
	s.generation++
	s.mu.Unlock()
	for _, c := range idle {
		c.close()
	}
}
