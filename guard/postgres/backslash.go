//go:build cgo

package postgres

import "strings"

// ReadEscaped reads the text as a server would with standard_conforming_strings off, where a backslash in a plain string
// escapes what follows. ok is false where both readings must be the same, or that reading is no statement at all. A
// session of package query/postgres has the setting on; this is for a server or a pooler in between that turns it off.
func ReadEscaped(text string, maxDepth int) (readings []*Reading, ok bool) {
	if !strings.Contains(text, `\'`) {
		return nil, false
	}
	var escaped strings.Builder
	l := lexer{text: text, backslash: true}
	at := 0
	for t := l.next(); t.kind != endOfText; t = l.next() {
		if t.kind == unterminated {
			return nil, false
		}
		if t.kind == literal && text[t.start] == '\'' {
			escaped.WriteString(text[at:t.start])
			escaped.WriteString(" E")
			at = t.start
		}
	}
	escaped.WriteString(text[at:])
	readings, err := Read(escaped.String(), maxDepth)
	return readings, err == nil
}
