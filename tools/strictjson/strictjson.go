// Package strictjson reads JSON as a protocol must. encoding/json matches keys without regard to case, takes the last
// of two equal keys, and mends broken text; here keys are exact, a key stands once, text is valid UTF-8, nothing
// follows the value, and nesting is bounded (RFC 8259, RFC 7493 section 2).
package strictjson

import (
	"encoding/json"
	"fmt"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 128

// Member is one member of an object: its key, unescaped, and its value, byte for byte.
type Member struct {
	Key string
	Raw json.RawMessage
}

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset int // in bytes from 0
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }

// DuplicateError names a key that stands twice in one object.
type DuplicateError struct{ Key string }

func (e *DuplicateError) Error() string { return fmt.Sprintf("key %q stands twice", e.Key) }

// KindError says that the value is another kind of JSON value than was asked for.
type KindError struct{ Want, Got string }

func (e *KindError) Error() string { return fmt.Sprintf("want a JSON %s, got %s", e.Want, e.Got) }

// Check reads the whole text and returns a *SyntaxError, or a *DuplicateError for an object at any depth.
func Check(data []byte) error {
	s := scanner{data: data, unique: true}
	return s.whole(s.value)
}

// Valid reads the whole text for its syntax alone.
func Valid(data []byte) error {
	s := scanner{data: data}
	return s.whole(s.value)
}

// Object returns the members of an object in their order. Where a key of it stands twice it returns the members all
// the same, with a *DuplicateError: a caller may still read an id from them. Members of inner objects are only read
// for their syntax.
func Object(data []byte) ([]Member, error) {
	if kind := KindOf(data); kind != "object" {
		if err := Valid(data); err != nil {
			return nil, err
		}
		return nil, &KindError{Want: "object", Got: kind}
	}
	var members []Member
	s := scanner{data: data, member: func(m Member) { members = append(members, m) }}
	if err := s.whole(s.value); err != nil {
		return nil, err
	}
	seen := make(map[string]struct{}, len(members))
	for _, m := range members {
		if _, twice := seen[m.Key]; twice {
			return members, &DuplicateError{Key: m.Key}
		}
		seen[m.Key] = struct{}{}
	}
	return members, nil
}

// Array returns the elements of an array.
func Array(data []byte) ([]json.RawMessage, error) {
	if kind := KindOf(data); kind != "array" {
		if err := Valid(data); err != nil {
			return nil, err
		}
		return nil, &KindError{Want: "array", Got: kind}
	}
	elements := []json.RawMessage{}
	s := scanner{data: data, element: func(raw json.RawMessage) { elements = append(elements, raw) }}
	if err := s.whole(s.value); err != nil {
		return nil, err
	}
	return elements, nil
}

// KindOf names the kind of the value that the text begins with: object, array, string, number, boolean, null, or
// nothing.
func KindOf(data []byte) string {
	for _, c := range data {
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		case '{':
			return "object"
		case '[':
			return "array"
		case '"':
			return "string"
		case 't', 'f':
			return "boolean"
		case 'n':
			return "null"
		default:
			return "number"
		}
	}
	return "nothing"
}

// LoneSurrogate reports whether a valid JSON text holds an escape of half a surrogate pair, which stands for no
// character and which encoding/json would silently replace.
func LoneSurrogate(data []byte) bool {
	for i := 0; i+1 < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		if data[i+1] != 'u' {
			i++
			continue
		}
		first := hex4(data[i+2:])
		switch {
		case first >= 0xDC00 && first <= 0xDFFF:
			return true
		case first >= 0xD800 && first <= 0xDBFF:
			if i+12 > len(data) || data[i+6] != '\\' || data[i+7] != 'u' {
				return true
			}
			if second := hex4(data[i+8:]); second < 0xDC00 || second > 0xDFFF {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}

func hex4(data []byte) int {
	if len(data) < 4 {
		return -1
	}
	n := 0
	for _, c := range data[:4] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return n
}
