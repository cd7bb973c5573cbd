package strictjson

import (
	"encoding/json"
	"unicode/utf8"
)

// scanner reads one JSON text from its beginning to its end. member and element, where given, see what stands directly
// inside the outermost value.
type scanner struct {
	data    []byte
	at      int
	depth   int
	unique  bool // look for duplicate keys at every depth
	member  func(Member)
	element func(json.RawMessage)
}

func (s *scanner) fail(reason string) error { return &SyntaxError{Offset: s.at, Reason: reason} }

func (s *scanner) whole(value func() error) error {
	s.space()
	if err := value(); err != nil {
		return err
	}
	s.space()
	if s.at < len(s.data) {
		return s.fail("text behind the value")
	}
	return nil
}

func (s *scanner) space() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.data) {
		return s.data[s.at]
	}
	return 0
}

func (s *scanner) value() error {
	switch c := s.peek(); {
	case c == '{':
		return s.nested(s.object)
	case c == '[':
		return s.nested(s.array)
	case c == '"':
		_, err := s.text()
		return err
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case s.at >= len(s.data):
		return s.fail("the text ends early")
	default:
		return s.fail("a value should begin")
	}
}

func (s *scanner) nested(inner func() error) error {
	s.depth++
	if s.depth > MaxDepth {
		return s.fail("nested too deep")
	}
	err := inner()
	s.depth--
	return err
}

func (s *scanner) word(word string) error {
	if len(s.data)-s.at < len(word) || string(s.data[s.at:s.at+len(word)]) != word {
		return s.fail("a value should begin")
	}
	s.at += len(word)
	return nil
}

func (s *scanner) object() error {
	s.at++
	s.space()
	if s.peek() == '}' {
		s.at++
		return nil
	}
	var seen map[string]struct{}
	if s.unique {
		seen = make(map[string]struct{}, 8)
	}
	for {
		if s.peek() != '"' {
			return s.fail("a key should begin")
		}
		raw, err := s.text()
		if err != nil {
			return err
		}
		outermost := s.depth == 1 && s.member != nil
		var key string
		if s.unique || outermost {
			key = unquote(raw)
		}
		if s.unique {
			if _, twice := seen[key]; twice {
				return &DuplicateError{Key: key}
			}
			seen[key] = struct{}{}
		}
		s.space()
		if s.peek() != ':' {
			return s.fail("a colon should stand")
		}
		s.at++
		s.space()
		start := s.at
		if err := s.value(); err != nil {
			return err
		}
		if outermost {
			s.member(Member{Key: key, Raw: s.data[start:s.at:s.at]})
		}
		s.space()
		switch s.peek() {
		case ',':
			s.at++
			s.space()
		case '}':
			s.at++
			return nil
		default:
			return s.fail("a comma or a closing brace should stand")
		}
	}
}

func (s *scanner) array() error {
	s.at++
	s.space()
	if s.peek() == ']' {
		s.at++
		return nil
	}
	for {
		start := s.at
		if err := s.value(); err != nil {
			return err
		}
		if s.depth == 1 && s.element != nil {
			s.element(s.data[start:s.at:s.at])
		}
		s.space()
		switch s.peek() {
		case ',':
			s.at++
			s.space()
		case ']':
			s.at++
			return nil
		default:
			return s.fail("a comma or a closing bracket should stand")
		}
	}
}

// text reads a string and returns it with its quotes.
func (s *scanner) text() ([]byte, error) {
	start := s.at
	s.at++
	plain := true
	for s.at < len(s.data) {
		switch c := s.data[s.at]; {
		case c == '"':
			s.at++
			raw := s.data[start:s.at]
			if !plain && !utf8.Valid(raw) {
				s.at = start
				return nil, s.fail("a string that is not valid UTF-8")
			}
			return raw, nil
		case c < 0x20:
			return nil, s.fail("a control character in a string")
		case c >= 0x80:
			plain = false
			s.at++
		case c == '\\':
			if err := s.escape(); err != nil {
				return nil, err
			}
		default:
			s.at++
		}
	}
	return nil, s.fail("the text ends in a string")
}

func (s *scanner) escape() error {
	if s.at+1 >= len(s.data) {
		return s.fail("the text ends in an escape")
	}
	switch s.data[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return nil
	case 'u':
		if hex4(s.data[s.at+2:]) < 0 {
			return s.fail("an escape that is none of JSON")
		}
		s.at += 6
		return nil
	}
	return s.fail("an escape that is none of JSON")
}

func (s *scanner) number() error {
	if s.peek() == '-' {
		s.at++
	}
	switch c := s.peek(); {
	case c == '0':
		s.at++
	case c >= '1' && c <= '9':
		s.digits()
	default:
		return s.fail("a digit should stand")
	}
	if s.peek() == '.' {
		s.at++
		if !s.digits() {
			return s.fail("a digit should stand")
		}
	}
	if s.peek()|0x20 == 'e' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if !s.digits() {
			return s.fail("a digit should stand")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.at
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.at++
	}
	return s.at > start
}

// unquote returns the text of a valid JSON string.
func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	for _, c := range inner {
		if c == '\\' {
			var text string
			if json.Unmarshal(raw, &text) == nil {
				return text
			}
		}
	}
	return string(inner)
}
