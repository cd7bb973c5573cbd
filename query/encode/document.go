package encode

import (
	"unicode/utf8"

	"vitrine/query"
)

// maxDocumentDepth is how deep a JSON document may nest to be part of the output; parsers differ in what they take.
const maxDocumentDepth = 64

// appendDocument appends a JSON document of the database. It becomes part of the output, white space between its tokens
// left out, where every reader sees the same in it: no number that a double would round, no key that stands twice, no
// key that begins with `$` and could be taken for one of ours. Any other document is a text under `$json`.
func appendDocument(dst []byte, v *query.Value) []byte {
	start := len(dst)
	if !v.Truncated {
		d := document{text: v.Bytes, out: dst}
		if d.value(0) && d.skipSpace() && d.at == len(d.text) {
			return d.out
		}
		dst = d.out[:start]
	}
	return appendTagged(dst, `{"$json":`, v)
}

// document copies a JSON text (RFC 8259) while it reads it. Its methods report false for what must not be copied, which
// includes all that is not JSON.
type document struct {
	text []byte
	at   int
	out  []byte
}

func (d *document) skipSpace() bool {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\t', '\n', '\r':
			d.at++
			continue
		}
		break
	}
	return true
}

// take copies the byte where it is the next one.
func (d *document) take(b byte) bool {
	d.skipSpace()
	if d.at == len(d.text) || d.text[d.at] != b {
		return false
	}
	d.at++
	d.out = append(d.out, b)
	return true
}

func (d *document) value(depth int) bool {
	d.skipSpace()
	if d.at == len(d.text) || depth > maxDocumentDepth {
		return false
	}
	switch d.text[d.at] {
	case '{':
		return d.object(depth)
	case '[':
		return d.array(depth)
	case '"':
		_, ok := d.string()
		return ok
	case 't':
		return d.word("true")
	case 'f':
		return d.word("false")
	case 'n':
		return d.word("null")
	}
	end, safe := scanNumber(d.text, d.at)
	if !safe {
		return false
	}
	d.out = append(d.out, d.text[d.at:end]...)
	d.at = end
	return true
}

func (d *document) word(w string) bool {
	if len(d.text)-d.at < len(w) || string(d.text[d.at:d.at+len(w)]) != w {
		return false
	}
	d.at += len(w)
	d.out = append(d.out, w...)
	return true
}

func (d *document) array(depth int) bool {
	d.take('[')
	if d.take(']') {
		return true
	}
	for {
		if !d.value(depth + 1) {
			return false
		}
		if d.take(']') {
			return true
		}
		if !d.take(',') {
			return false
		}
	}
}

func (d *document) object(depth int) bool {
	d.take('{')
	if d.take('}') {
		return true
	}
	seen := map[string]struct{}{}
	for {
		d.skipSpace()
		key, ok := d.string()
		if !ok || len(key) > 0 && key[0] == '$' || hasEscape(key) { // an escape may hide a twin
			return false
		}
		if _, twice := seen[string(key)]; twice {
			return false
		}
		seen[string(key)] = struct{}{}
		if !d.take(':') || !d.value(depth+1) {
			return false
		}
		if d.take('}') {
			return true
		}
		if !d.take(',') {
			return false
		}
	}
}

func hasEscape(key []byte) bool {
	for _, b := range key {
		if b == '\\' {
			return true
		}
	}
	return false
}

// string copies a string and returns what stands between its quotes. Characters that AppendString would escape and that
// the document has raw (U+007F to U+009F) are not copied.
func (d *document) string() ([]byte, bool) {
	if d.at == len(d.text) || d.text[d.at] != '"' {
		return nil, false
	}
	start := d.at + 1
	for i := start; i < len(d.text); {
		i += plainPrefix(d.text[i:])
		if i == len(d.text) {
			break
		}
		switch b := d.text[i]; {
		case b == '"':
			d.at = i + 1
			d.out = append(d.out, d.text[start-1:i+1]...)
			return d.text[start:i], true
		case b == '\\':
			n := escapeLength(d.text[i:])
			if n == 0 {
				return nil, false
			}
			i += n
		case b < ' ' || b == 0x7f:
			return nil, false
		default:
			n := runeLength(d.text[i:])
			if n == 0 {
				return nil, false
			}
			i += n
		}
	}
	return nil, false
}

// escapeLength returns the length of the escape that text begins with, 0 where it is none.
func escapeLength(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(text) < 6 {
			return 0
		}
		for _, b := range text[2:6] {
			if (b < '0' || b > '9') && (b < 'a' || b > 'f') && (b < 'A' || b > 'F') {
				return 0
			}
		}
		return 6
	}
	return 0
}

// runeLength returns the length of the character beyond ASCII that text begins with, 0 where it is not valid UTF-8 or a
// control character.
func runeLength(text []byte) int {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size == 1 || r < 0xa0 {
		return 0
	}
	return size
}
