package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
)

// Report is what Verify found.
type Report struct {
	Lines    int       // lines that are whole and of the key
	Torn     int       // lines that a crash cut off; each is bound to the chain by the line behind it
	Sequence int64     // of the last line
	Previous string    // the hash that the first line continues; only zeros where the chain begins here
	Head     string    // the hash of the last line
	First    time.Time // of the first line
	Last     time.Time
	Problems []Problem
}

// Begins reports whether the chain begins with the first line that was read.
func (r Report) Begins() bool { return r.Previous == zero || r.Previous == "" }

// Problem is one thing that is wrong.
type Problem struct {
	Line int // from 1
	What string
}

func (p Problem) String() string { return fmt.Sprintf("line %d: %s", p.Line, p.What) }

// mostProblems is how many problems a report lists.
const mostProblems = 100

// Verify reads a log and checks every line against the key and against the line before. Where after is not nil, the
// first line must continue it. An error is one of reading; what is wrong with the log is in the report.
func Verify(in io.Reader, key []byte, after *Report) (Report, error) {
	v := verifier{chain: newChain(key), previous: ""}
	if after != nil {
		v.previous, v.Sequence, v.Head = after.Head, after.Sequence, after.Head
	}
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			v.line(line)
		}
		if err == io.EOF {
			if v.torn != nil {
				v.problem(v.tornAt, "the line is incomplete, as after a crash; the next call will say so in the log")
			}
			return v.Report, nil
		}
		if err != nil {
			return v.Report, err
		}
	}
}

type verifier struct {
	Report
	chain    hash.Hash
	at       int
	previous string // the hash of the line before, "" before the first
	torn     []byte // a line that is not whole, until the next one explains it
	tornAt   int
}

func (v *verifier) problem(line int, format string, args ...any) {
	if len(v.Problems) < mostProblems {
		v.Problems = append(v.Problems, Problem{Line: line, What: fmt.Sprintf(format, args...)})
	}
}

func (v *verifier) line(raw []byte) {
	v.at++
	line := bytes.TrimSuffix(raw, []byte{'\n'})
	e, err := open(v.chain, line)
	if errors.Is(err, errIncomplete) {
		if v.torn != nil {
			v.problem(v.tornAt, "the line is incomplete")
		}
		v.torn, v.tornAt = bytes.Clone(line), v.at
		return
	}
	if err != nil {
		v.problem(v.at, "%v", err)
		v.follow(e)
		return
	}
	if v.torn != nil {
		if e.Torn != nil && e.Torn.Bytes == len(v.torn) && e.Torn.SHA256 == sha256Of(v.torn) {
			v.Torn++
		} else {
			v.problem(v.tornAt, "the line is incomplete, and no crash explains it")
		}
		v.torn = nil
	} else if e.Torn != nil {
		v.problem(v.at, "the incomplete line before it was removed")
	}
	switch {
	case v.previous == "":
		v.Previous, v.First = e.Previous, e.Time
		if e.Previous == zero && e.Sequence != 1 {
			v.problem(v.at, "the first line has number %d", e.Sequence)
		}
	case e.Previous != v.previous:
		v.problem(v.at, "it does not follow the line before: number %d behind %d; lines were removed, added or put in another order", e.Sequence, v.Sequence)
	case e.Sequence != v.Sequence+1:
		v.problem(v.at, "number %d follows %d", e.Sequence, v.Sequence)
	}
	if v.First.IsZero() {
		v.First = e.Time
	}
	v.Lines++
	v.follow(e)
}

// follow goes on from a line, a wrong one too, so that each problem is told once.
func (v *verifier) follow(e Entry) {
	v.previous, v.Head, v.Sequence, v.Last = e.Hash, e.Hash, e.Sequence, e.Time
}

// Read calls each for every whole line of a log, without checking any hash.
func Read(in io.Reader, each func(Entry) error) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if e, bad := parse(bytes.TrimSuffix(line, []byte{'\n'})); bad == nil {
			if err := each(e); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
