package encode

import (
	"io"
	"unicode/utf8"
)

// Screen returns a writer for a terminal, through which no text can drive it or hide in it, whatever its format: what
// [Visible] shows otherwise is shown otherwise, but for tabs and line ends. It is not safe for concurrent use.
func Screen(w io.Writer) io.Writer { return &screen{w: w} }

type screen struct {
	w    io.Writer
	held []byte // the beginning of a character, or a carriage return whose line feed may follow
	out  []byte
}

// Write writes all of p but what may be the beginning of something.
func (s *screen) Write(p []byte) (int, error) {
	text := append(s.held, p...)
	s.out = s.out[:0]
	for len(text) > 0 {
		if text[0] == '\r' && len(text) == 1 || !utf8.FullRune(text) {
			break
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '\n' || r == '\t' || r == '\r' && text[1] == '\n':
			s.out = append(s.out, byte(r))
		default:
			before := len(s.out)
			if s.out = appendEscapedRune(s.out, r, text[:size]); len(s.out) == before {
				s.out = append(s.out, text[:size]...)
			}
		}
		text = text[size:]
	}
	s.held = append([]byte(nil), text...)
	if _, err := s.w.Write(s.out); err != nil {
		return 0, err
	}
	return len(p), nil
}
