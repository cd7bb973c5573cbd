package encode

import "vitrine/query"

// A double holds every decimal of 15 significant digits apart from its neighbours (IEEE 754 section 5.12.2), so that a
// decimal within these bounds goes through a reader that uses doubles and comes out with the same digits.
const (
	safeDigits   = 15
	safeExponent = 300
)

// appendDecimal appends an exact decimal: as a number, its digits as they are, where a double holds them too.
func appendDecimal(dst []byte, v *query.Value) []byte {
	if end, safe := scanNumber(v.Bytes, 0); safe && end == len(v.Bytes) && !v.Truncated {
		return append(dst, v.Bytes...)
	}
	return appendTagged(dst, `{"$decimal":`, v)
}

// appendTagged appends an object that holds the text of a value under its one tag.
func appendTagged(dst []byte, tag string, v *query.Value) []byte {
	text := v.Bytes
	if v.Truncated {
		text = wholeRunes(text)
	}
	dst = append(dst, tag...)
	out, ok := AppendString(dst, text)
	if !ok {
		return appendText(dst[:len(dst)-len(tag)], v)
	}
	if v.Truncated {
		return appendLength(out, v)
	}
	return append(out, '}')
}

// scanNumber reads a JSON number (RFC 8259 section 6) at text[at] and returns where it ends, or at where there is none.
// It reports whether a double holds the number: an integer within ±(2^53-1), or at most 15 significant digits.
func scanNumber(text []byte, at int) (end int, safe bool) {
	i := at
	digit := func() bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }
	if i < len(text) && text[i] == '-' {
		i++
	}
	first := i
	for digit() {
		i++
	}
	if i == first || text[first] == '0' && i > first+1 {
		return at, false
	}
	whole := text[first:i]
	significant, fraction := 0, false
	if i < len(text) && text[i] == '.' {
		fraction = true
		point := i
		i++
		for digit() {
			i++
		}
		if i == point+1 {
			return at, false
		}
	}
	leading := true
	for _, b := range text[first:i] {
		if b == '.' || leading && b == '0' {
			continue
		}
		leading = false
		significant++
	}
	exponent := 0
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		fraction = true
		i++
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		digits := i
		for digit() {
			exponent = min(exponent*10+int(text[i]-'0'), 1<<20)
			i++
		}
		if i == digits {
			return at, false
		}
	}
	if !fraction {
		return i, significant < 16 || significant == 16 && string(whole) <= "9007199254740991"
	}
	return i, significant <= safeDigits && exponent+len(text[first:i]) <= safeExponent
}
