// Package encode writes the rows of a query as JSON, JSON lines, CSV, TSV, a Markdown table or a table for a terminal.
// Every format streams: memory stays the same however long the result is. JSON holds every value exactly; what each
// format does with each kind of value is in docs/results.md.
package encode

import (
	"io"
	"sync"
	"time"

	"vitrine/guard"
	"vitrine/query"
)

// Rows is what an encoder reads. *query.Rows is one.
type Rows interface {
	Columns() []query.Column
	Next() bool
	Values() []query.Value
	Count() int
	TruncatedBy() query.TruncatedBy
	Notices() []guard.Notice
	Err() error
}

// Format names a way to write rows.
type Format string

// The formats.
const (
	Table    Format = "table" // aligned, for a person at a terminal
	JSON     Format = "json"  // one object, of the shape that the tool substrate_read returns
	JSONL    Format = "jsonl" // an object a row, one a line
	CSV      Format = "csv"   // RFC 4180
	TSV      Format = "tsv"   // the same with tabs, lines end in LF
	Markdown Format = "md"    // a table of GitHub's Markdown
)

// Formats lists every format.
func Formats() []Format { return []Format{Table, JSON, JSONL, CSV, TSV, Markdown} }

// Options are what an encoder must know beside the rows; the zero value will do.
type Options struct {
	Source   string               // the name of the source, told in JSON
	Elapsed  func() time.Duration // asked once, behind the last row, for elapsed_ms; nil means 0
	Width    int                  // columns of the terminal that Table must fit; 0 means no terminal
	Progress func(rows int)       // called now and then with the rows written so far
}

// Write reads the rows to their end and writes them. The error is that of the rows or of w. Where the rows end in an
// error, what came before it has been written; an object of JSON then stays open, so that no parser takes a part of a
// result for the whole. Write does not close the rows.
func Write(w io.Writer, f Format, rows Rows, o Options) error {
	out := &sink{w: w, progress: o.Progress}
	if used, ok := buffers.Get().(*[]byte); ok {
		out.buf = *used
	}
	defer func() {
		if cap(out.buf) <= 2*flushAt {
			out.buf = out.buf[:0]
			buffers.Put(&out.buf)
		}
	}()
	var err error
	switch f {
	case JSON:
		err = writeJSON(out, rows, o)
	case JSONL:
		err = writeJSONLines(out, rows)
	case CSV:
		err = writeSeparated(out, rows, ',', "\r\n")
	case TSV:
		err = writeSeparated(out, rows, '\t', "\n")
	case Markdown:
		err = writeMarkdown(out, rows)
	default:
		err = writeTable(out, rows, o.Width)
	}
	if flushErr := out.flush(rows.Count()); flushErr != nil {
		return flushErr
	}
	return err
}

// flushAt is how many bytes a sink gathers before it writes.
const flushAt = 64 << 10

// buffers are those of sinks that have written all, for the next ones: *[]byte.
var buffers sync.Pool

// sink gathers bytes and writes them in large pieces. Encoders append to buf and call rowDone behind each row.
type sink struct {
	w        io.Writer
	buf      []byte
	progress func(rows int)
}

// rowDone writes what has gathered where it is enough.
func (s *sink) rowDone(rows int) error {
	if len(s.buf) < flushAt {
		return nil
	}
	return s.flush(rows)
}

func (s *sink) flush(rows int) error {
	if s.progress != nil {
		s.progress(rows)
	}
	if len(s.buf) == 0 {
		return nil
	}
	_, err := s.w.Write(s.buf)
	s.buf = s.buf[:0]
	return err
}
