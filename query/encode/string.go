package encode

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// AppendString appends text as a JSON string (RFC 8259 section 7), or returns dst unchanged and false where text is not
// valid UTF-8. Control characters are escaped, U+007F to U+009F among them: a terminal may obey those too. U+2028,
// U+2029 and `<` stay as they are, which JSON permits.
func AppendString(dst, text []byte) ([]byte, bool) {
	start := len(dst)
	dst = append(dst, '"')
	for len(text) > 0 {
		n := plainPrefix(text)
		dst = append(dst, text[:n]...)
		text = text[n:]
		if len(text) == 0 {
			break
		}
		if b := text[0]; b < utf8.RuneSelf {
			dst = appendEscaped(dst, b)
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			return dst[:start], false
		case r < 0xa0:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			dst = append(dst, text[:size]...)
		}
		text = text[size:]
	}
	return append(dst, '"'), true
}

// appendEscaped appends the escape of one ASCII byte.
func appendEscaped(dst []byte, b byte) []byte {
	switch b {
	case '"', '\\':
		return append(dst, '\\', b)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
}

// plainPrefix returns how many bytes at the beginning of text stand for themselves in a JSON string: ASCII, no control
// character, quote or backslash. It looks at eight bytes at a time. Each test below can flag a byte wrongly only behind
// one that it flags rightly, so the first flag is right.
func plainPrefix(text []byte) int {
	const (
		ones = 0x0101010101010101
		high = 0x8080808080808080
	)
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		x := binary.LittleEndian.Uint64(text[n:])
		quote, backslash, del := x^(ones*'"'), x^(ones*'\\'), x^(ones*0x7f)
		flags := x | // not ASCII
			(x-ones*' ')&^x | // a control character
			(quote-ones)&^quote | (backslash-ones)&^backslash | (del-ones)&^del
		if flags &= high; flags != 0 {
			return n + bits.TrailingZeros64(flags)/8
		}
	}
	for ; n < len(text); n++ {
		if b := text[n]; b < ' ' || b == '"' || b == '\\' || b >= 0x7f {
			break
		}
	}
	return n
}
