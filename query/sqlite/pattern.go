package sqlite

import (
	"bytes"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// wildcards are the first bytes of what the engine keeps of LIKE and GLOB: the character for any text, the one for any
// character, the one that begins a set, and whether the case of ASCII letters is disregarded. The engine reads them
// when it turns a pattern into the bounds of an index.
type wildcards [4]byte

var (
	none          = wildcards{}
	likeWildcards = wildcards{'%', '_', 0, 1}
	globWildcards = wildcards{'*', '?', '[', 0}
)

// wildcardMemory holds both in memory that C may refer to for ever.
var wildcardMemory = func() uintptr {
	tls := libc.NewTLS()
	defer tls.Close()
	return cBytes(tls, append(likeWildcards[:], globWildcards[:]...))
}()

func (w wildcards) address() uintptr {
	switch w {
	case likeWildcards:
		return wildcardMemory
	case globWildcards:
		return wildcardMemory + uintptr(len(likeWildcards))
	}
	return 0
}

// markPatterns marks the connection's own like and glob as what they are, which no call of the interface does: without
// the marks the engine would not use an index for a pattern that begins with letters
// (https://sqlite.org/optoverview.html#the_like_optimization).
func (c *conn) markPatterns() {
	functions := &(*sqlite3.Tsqlite3)(pointer(c.db)).FaFunc
	for element := functions.Ffirst; element != 0; {
		e := (*sqlite3.THashElem)(pointer(element))
		element = e.Fnext
		for f := e.Fdata; f != 0; {
			definition := (*sqlite3.TFuncDef)(pointer(f))
			f = definition.FpNext
			switch definition.FpUserData {
			case likeWildcards.address():
				definition.FfuncFlags |= sqlite3.SQLITE_FUNC_LIKE
			case globWildcards.address():
				definition.FfuncFlags |= sqlite3.SQLITE_FUNC_LIKE | sqlite3.SQLITE_FUNC_CASE
			}
		}
	}
}

// like is https://sqlite.org/lang_expr.html#like, and GLOB.
func like(tls *libc.TLS, context uintptr, argc int32, argv uintptr) {
	i := invoked(tls, context, argv)
	if i.kind(0) == sqlite3.SQLITE_BLOB || i.kind(1) == sqlite3.SQLITE_BLOB {
		i.returnInt(0)
		return
	}
	limit := sqlite3.Xsqlite3_limit(tls, i.conn.db, sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)
	if sqlite3.Xsqlite3_value_bytes(tls, i.argument(0)) > limit {
		i.returnError("LIKE or GLOB pattern too complex")
		return
	}
	w := *(*wildcards)(pointer(sqlite3.Xsqlite3_user_data(tls, context)))
	m := matcher{call: &i, all: rune(w[0]), one: rune(w[1]), other: rune(w[2]), set: w[2] != 0, noCase: w[3] != 0}
	if argc == 3 {
		escape, ok := i.text(2)
		if !ok {
			return
		}
		escape = untilNUL(escape)
		if len(escape) == 0 || characterLength(escape) != len(escape) {
			i.returnError("ESCAPE expression must be a single character")
			return
		}
		m.other, _ = decode(escape)
		if m.other == m.all {
			m.all = 0
		}
		if m.other == m.one {
			m.one = 0
		}
	}
	pattern, ok := i.text(0)
	if !ok {
		return
	}
	text, ok := i.text(1)
	if !ok {
		return
	}
	matched := m.match(untilNUL(pattern), untilNUL(text))
	if m.stopped {
		return
	}
	if matched == match {
		i.returnInt(1)
	} else {
		i.returnInt(0)
	}
}

func untilNUL(text []byte) []byte {
	if end := bytes.IndexByte(text, 0); end >= 0 {
		return text[:end]
	}
	return text
}

func (i *invocation) returnError(message string) {
	p := cBytes(i.tls, message)
	sqlite3.Xsqlite3_result_error(i.tls, i.context, p, -1)
	libc.Xfree(i.tls, p)
}

// outcome is the result of a comparison.
type outcome int

const (
	match   outcome = iota
	noMatch         // but a star before may take more
	never           // whatever a star before takes
)

// matcher compares texts with a pattern as the engine's patternCompare does, in the same order, so that what it takes
// for a character and what it does with malformed patterns is the same.
type matcher struct {
	call     *invocation
	all, one rune
	other    rune // the escape, or what begins a set
	set      bool
	noCase   bool
	stopped  bool
}

// next reads a character; 0 is the end.
func next(text []byte) (rune, []byte) {
	if len(text) == 0 {
		return 0, nil
	}
	c, n := decode(text)
	return c, text[n:]
}

func (m *matcher) match(pattern, text []byte) outcome {
	escaped := -1 // how much of the pattern is left behind the last escaped character
	for {
		if m.call.stopped(1) {
			m.stopped = true
			return never
		}
		var c, t rune
		if c, pattern = next(pattern); c == 0 {
			break
		}
		if c == m.all {
			return m.matchAll(pattern, text)
		}
		if c == m.other {
			if m.set {
				if t, text = next(text); t == 0 {
					return noMatch
				}
				var in bool
				if in, pattern = m.inSet(pattern, t); !in {
					return noMatch
				}
				continue
			}
			if c, pattern = next(pattern); c == 0 {
				return noMatch
			}
			escaped = len(pattern)
		}
		t, text = next(text)
		if c == t || m.noCase && c < 0x80 && t < 0x80 && lower(c) == lower(t) {
			continue
		}
		if c == m.one && len(pattern) != escaped && t != 0 {
			continue
		}
		return noMatch
	}
	if len(text) == 0 {
		return match
	}
	return noMatch
}

// matchAll compares what follows a star.
func (m *matcher) matchAll(pattern, text []byte) outcome {
	var c rune
	for {
		before := pattern
		if c, pattern = next(pattern); c != m.all && (c != m.one || m.one == 0) {
			if c == m.other && m.set {
				return m.matchAnywhere(before, text)
			}
			break
		}
		if c == m.one {
			var t rune
			if t, text = next(text); t == 0 {
				return never
			}
		}
	}
	if c == 0 {
		return match
	}
	if c == m.other {
		if c, pattern = next(pattern); c == 0 {
			return never
		}
	}
	if c < 0x80 {
		first, second := byte(c), byte(c)
		if m.noCase {
			first, second = byte(lower(c)), byte(upper(c))
		}
		for {
			at := bytes.IndexByte(text, first)
			if second != first {
				if at < 0 {
					at = len(text)
				}
				if other := bytes.IndexByte(text[:at], second); other >= 0 {
					at = other
				}
				if at == len(text) {
					return never
				}
			}
			if at < 0 {
				return never
			}
			text = text[at+1:]
			if r := m.match(pattern, text); r != noMatch {
				return r
			}
			if m.call.stopped(at / 64) {
				m.stopped = true
				return never
			}
		}
	}
	for {
		var t rune
		if t, text = next(text); t == 0 {
			return never
		}
		if t != c {
			if m.call.stopped(1) {
				m.stopped = true
				return never
			}
			continue
		}
		if r := m.match(pattern, text); r != noMatch {
			return r
		}
	}
}

// matchAnywhere compares a pattern that begins with a set at each character of the text.
func (m *matcher) matchAnywhere(pattern, text []byte) outcome {
	for len(text) > 0 {
		if r := m.match(pattern, text); r != noMatch {
			return r
		}
		text = text[characterLength(text):]
	}
	return never
}

// inSet reports whether a character is in the set that the pattern is in, and returns what follows the set.
func (m *matcher) inSet(pattern []byte, t rune) (bool, []byte) {
	var prior, c rune
	seen, invert := false, false
	c, pattern = next(pattern)
	if c == '^' {
		invert = true
		c, pattern = next(pattern)
	}
	if c == ']' {
		seen = t == ']'
		c, pattern = next(pattern)
	}
	for c != 0 && c != ']' {
		if m.call.stopped(1) {
			m.stopped = true
			return false, pattern
		}
		if c == '-' && len(pattern) > 0 && pattern[0] != ']' && prior > 0 {
			c, pattern = next(pattern)
			if t >= prior && t <= c {
				seen = true
			}
			prior = 0
		} else {
			if t == c {
				seen = true
			}
			prior = c
		}
		c, pattern = next(pattern)
	}
	return c != 0 && seen != invert, pattern
}

func lower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c rune) rune {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

const pointerSize = unsafe.Sizeof(uintptr(0))
