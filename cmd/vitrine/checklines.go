package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"vitrine/guard"
)

// codeBadLine is the code of a line of check --jsonl that holds no statement.
const codeBadLine = "bad_line"

// maxLineBytes bounds one line of check --jsonl; it leaves room for every statement that a policy can admit.
const maxLineBytes = 16 << 20

// checkLines reads one JSON object a line and writes one verdict a line. It ends at the end of the input; a bad line is
// answered and never ends it. What is answered is flushed whenever no further line is waiting, so that a program at the
// other end of two pipes may ask one statement at a time.
func checkLines(in io.Reader, out io.Writer, c *checker) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	writer := bufio.NewWriterSize(out, 64<<10)
	for {
		line, tooLong, err := readLine(reader)
		if err != nil && !errors.Is(err, io.EOF) {
			return failf("", "cannot read stdin: %v", err)
		}
		if len(line) > 0 || tooLong || err == nil {
			v := c.line(line)
			if tooLong {
				v = verdictOf(guard.Statement{}, usagef("send longer statements without --jsonl", "the line is longer than %d bytes", maxLineBytes))
			}
			if err := writeVerdict(writer, v); err != nil {
				return err
			}
		}
		if err != nil {
			return writer.Flush()
		}
		if reader.Buffered() == 0 {
			if err := writer.Flush(); err != nil {
				return err
			}
		}
	}
}

// line gives the verdict on the statement in one line.
func (c *checker) line(line []byte) verdict {
	var given struct {
		SQL     *string `json:"sql"`
		Dialect string  `json:"dialect"`
	}
	const hint = `each line is one JSON object such as {"sql": "SELECT 1"}`
	if !utf8.Valid(line) { // encoding/json would replace what is invalid, and the verdict be on another text
		return verdictOf(guard.Statement{}, usagef(hint, "the line is not valid UTF-8"))
	}
	if err := json.Unmarshal(line, &given); err != nil {
		return verdictOf(guard.Statement{}, usagef(hint, "the line is not such a JSON object: %v", err))
	}
	if given.SQL == nil {
		return verdictOf(guard.Statement{}, usagef(hint, `the line has no key "sql"`))
	}
	dialect := c.standard
	if given.Dialect != "" && !c.fixed {
		dialect = guard.Dialect(given.Dialect)
	}
	g, err := c.guard(dialect)
	if err != nil {
		return verdictOf(guard.Statement{}, err)
	}
	stmt, err := g.Check(*given.SQL)
	return verdictOf(stmt, err)
}

// readLine returns the next line without its end. A line longer than maxLineBytes is read to its end and reported
// without its text. The error is io.EOF behind the last line.
func readLine(reader *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		if len(line)+len(part) > maxLineBytes+1 {
			line, tooLong = nil, true
		}
		if !tooLong {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = line[:n-1]
		}
		return line, tooLong, err
	}
}
