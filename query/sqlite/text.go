package sqlite

import (
	"bytes"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// window is how much of a text is searched between two looks whether the connection was cancelled.
const window = 128 << 10

// find returns where needle first stands in text, -1 where it does not, and whether the search was stopped.
func (i *invocation) find(text, needle []byte) (at int, stopped bool) {
	for from := 0; ; from += window {
		end := min(len(text), from+window+len(needle)-1)
		if at := bytes.Index(text[from:end], needle); at >= 0 {
			return from + at, false
		}
		if end == len(text) {
			return -1, false
		}
		if i.stopped(patience) {
			return -1, true
		}
	}
}

// instr is https://sqlite.org/lang_corefunc.html#instr.
func instr(tls *libc.TLS, context uintptr, _ int32, argv uintptr) {
	i := invoked(tls, context, argv)
	haystackKind, needleKind := i.kind(0), i.kind(1)
	if haystackKind == sqlite3.SQLITE_NULL || needleKind == sqlite3.SQLITE_NULL {
		return
	}
	if sqlite3.Xsqlite3_value_bytes(tls, i.argument(1)) == 0 {
		i.returnInt(1)
		return
	}
	if haystackKind == sqlite3.SQLITE_BLOB && needleKind == sqlite3.SQLITE_BLOB {
		if at, stopped := i.find(i.blob(0), i.blob(1)); !stopped {
			i.returnInt(at + 1)
		}
		return
	}
	if haystackKind == sqlite3.SQLITE_BLOB || needleKind == sqlite3.SQLITE_BLOB {
		// To read a blob as text changes it, so that copies are read.
		defer i.duplicate(0)()
		defer i.duplicate(1)()
	}
	haystack, ok := i.text(0)
	if !ok {
		sqlite3.Xsqlite3_result_error_nomem(tls, context)
		return
	}
	needle, ok := i.text(1)
	if !ok {
		sqlite3.Xsqlite3_result_error_nomem(tls, context)
		return
	}
	if len(needle) == 0 {
		// A blob of an odd length in a database of UTF-16. The engine compares its end with the text.
		i.returnInt(1 + characters(untilNUL(haystack)))
		return
	}
	// Characters are counted, and a match begins with one: what follows on a lead byte is passed over.
	for from := 0; ; {
		at, stopped := i.find(haystack[from:], needle)
		if stopped {
			return
		}
		if at < 0 {
			i.returnInt(0)
			return
		}
		at += from
		if at == 0 || haystack[at]&0xc0 != 0x80 {
			i.returnInt(1 + characters(haystack[:at]))
			return
		}
		if i.stopped(1 + len(needle)/64) {
			return
		}
		from = at + 1
	}
}

// duplicate puts a copy of the n-th argument in its place, and returns what takes it back.
func (i *invocation) duplicate(n int) func() {
	place := (*uintptr)(pointer(i.argv + uintptr(n)*pointerSize))
	original := *place
	*place = sqlite3.Xsqlite3_value_dup(i.tls, original)
	return func() {
		sqlite3.Xsqlite3_value_free(i.tls, *place)
		*place = original
	}
}

// characters counts the positions at which instr looks, from the second byte to the end.
func characters(text []byte) int {
	n := 0
	for k, c := range text {
		if k == 0 || c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// replace is https://sqlite.org/lang_corefunc.html#replace.
func replace(tls *libc.TLS, context uintptr, _ int32, argv uintptr) {
	i := invoked(tls, context, argv)
	text, ok := i.text(0)
	if !ok {
		return
	}
	pattern, ok := i.text(1)
	if !ok {
		return
	}
	if len(pattern) == 0 || pattern[0] == 0 {
		i.returnText(text)
		return
	}
	replacement, ok := i.text(2)
	if !ok {
		return
	}
	limit := int(sqlite3.Xsqlite3_limit(tls, i.conn.db, sqlite3.SQLITE_LIMIT_LENGTH, -1))
	length := len(text)
	out := i.conn.scratch[:0]
	for {
		at, stopped := i.find(text, pattern)
		if stopped {
			return
		}
		if at < 0 {
			break
		}
		if len(replacement) > len(pattern) {
			if length += len(replacement) - len(pattern); length > limit {
				sqlite3.Xsqlite3_result_error_toobig(tls, context)
				return
			}
		}
		out = append(append(out, text[:at]...), replacement...)
		text = text[at+len(pattern):]
		if i.stopped(1 + (at+len(replacement))/64) {
			return
		}
	}
	out = append(out, text...)
	i.conn.keepScratch(out)
	i.returnText(out)
}

func trimBoth(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	trim(tls, context, argc, argv, true, true)
}

func trimLeft(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	trim(tls, context, argc, argv, true, false)
}

func trimRight(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	trim(tls, context, argc, argv, false, true)
}

// trim is https://sqlite.org/lang_corefunc.html#trim.
func trim(tls *libc.TLS, context uintptr, argc int32, argv uintptr, left, right bool) {
	i := invoked(tls, context, argv)
	text, ok := i.text(0)
	if !ok {
		return
	}
	set := []byte{' '}
	if argc == 2 {
		if set, ok = i.text(1); !ok {
			return
		}
		if end := bytes.IndexByte(set, 0); end >= 0 {
			set = set[:end]
		}
	}
	single, plain := singles(set)
	for left && len(text) > 0 {
		n := 0
		if plain {
			if single[text[0]] {
				n = 1
			}
		} else {
			n = i.first(set, text, bytes.HasPrefix)
		}
		if n < 0 {
			return
		}
		if n == 0 {
			break
		}
		text = text[n:]
	}
	for right && len(text) > 0 {
		n := 0
		if plain {
			if single[text[len(text)-1]] {
				n = 1
			}
		} else {
			n = i.first(set, text, bytes.HasSuffix)
		}
		if n < 0 {
			return
		}
		if n == 0 {
			break
		}
		text = text[:len(text)-n]
	}
	i.returnText(text)
}

// singles returns the characters of a set of which each is one byte, and whether it is such a set.
func singles(set []byte) (single [256]bool, all bool) {
	for _, c := range set {
		if c >= 0xc0 {
			return single, false
		}
		single[c] = true
	}
	return single, true
}

// first returns the length of the first character of the set that text has, by has, at its beginning or end; 0 where
// it has none and -1 where the search was stopped. A character is a byte, or a lead byte with all that follow on it.
func (i *invocation) first(set, text []byte, has func(text, part []byte) bool) int {
	for len(set) > 0 {
		n := characterLength(set)
		if has(text, set[:n]) {
			if i.stopped(1) {
				return -1
			}
			return n
		}
		if i.stopped(1 + n/64) {
			return -1
		}
		set = set[n:]
	}
	return 0
}

// characterLength returns how many bytes the engine takes for the first character of a text that is not empty.
func characterLength(text []byte) int {
	n := 1
	if text[0] >= 0xc0 {
		for n < len(text) && text[n]&0xc0 == 0x80 {
			n++
		}
	}
	return n
}

// unhex is https://sqlite.org/lang_corefunc.html#unhex.
func unhex(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	text, ok := i.text(0)
	if !ok {
		return
	}
	var ignored []byte
	if argc == 2 {
		if ignored, ok = i.text(1); !ok {
			return
		}
	}
	if end := bytes.IndexByte(text, 0); end >= 0 {
		text = text[:end]
	}
	out := i.conn.scratch[:0]
	for len(text) > 0 {
		if i.stopped(1) {
			return
		}
		high, ok := digit(text[0])
		if !ok {
			character, n := decode(text)
			found, stopped := i.contains(ignored, character)
			if stopped || !found {
				return
			}
			text = text[n:]
			continue
		}
		if len(text) < 2 {
			return
		}
		low, ok := digit(text[1])
		if !ok {
			return
		}
		out = append(out, high<<4|low)
		text = text[2:]
	}
	i.conn.keepScratch(out)
	i.returnBlob(out)
}

// contains reports whether a character stands in a set.
func (i *invocation) contains(set []byte, character rune) (found, stopped bool) {
	for len(set) > 0 {
		c, n := decode(set)
		if c == character {
			return true, false
		}
		if i.stopped(1) {
			return false, true
		}
		set = set[n:]
	}
	return false, false
}

func digit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// decode reads the first character of a text that is not empty as the engine does: a lead byte takes all bytes that
// follow on it, and what is no valid character is U+FFFD. A byte that follows on nothing stands for itself.
func decode(text []byte) (character rune, length int) {
	c := uint32(text[0])
	if c < 0xc0 {
		return rune(c), 1
	}
	switch {
	case c < 0xe0:
		c &= 0x1f
	case c < 0xf0:
		c &= 0x0f
	case c < 0xf8:
		c &= 0x07
	case c < 0xfc:
		c &= 0x03
	case c < 0xfe:
		c &= 0x01
	default:
		c = 0
	}
	n := 1
	for n < len(text) && text[n]&0xc0 == 0x80 {
		c = c<<6 + uint32(text[n]&0x3f)
		n++
	}
	if c < 0x80 || c&0xfffff800 == 0xd800 {
		c = 0xfffd
	}
	return rune(c), n
}
