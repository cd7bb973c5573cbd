package encode

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"vitrine/query"
)

// maxSafeInteger is the largest whole number that a double, and so JavaScript, tells from its neighbours.
const maxSafeInteger = 1<<53 - 1

// AppendJSON appends one value as JSON that loses nothing. What JavaScript cannot hold is an object whose first key
// begins with `$`; docs/results.md lists them.
func AppendJSON(dst []byte, v *query.Value) []byte {
	switch v.Kind {
	case query.Integer:
		if v.Int >= -maxSafeInteger && v.Int <= maxSafeInteger {
			return strconv.AppendInt(dst, v.Int, 10)
		}
		dst = append(dst, `{"$integer":"`...)
		dst = strconv.AppendInt(dst, v.Int, 10)
		return append(dst, `"}`...)
	case query.Real:
		if isFinite(v.Float) {
			return AppendReal(dst, v.Float)
		}
		dst = append(dst, `{"$real":"`...)
		dst = AppendReal(dst, v.Float)
		return append(dst, `"}`...)
	case query.Text:
		return appendText(dst, v)
	case query.Blob:
		dst = append(dst, `{"$blob":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, v.Bytes)
		return appendLength(append(dst, '"'), v)
	case query.Boolean:
		return strconv.AppendBool(dst, v.Int != 0)
	case query.Decimal:
		return appendDecimal(dst, v)
	case query.JSON:
		return appendDocument(dst, v)
	}
	return append(dst, "null"...)
}

// appendText appends a text: a string where it is whole and valid UTF-8.
func appendText(dst []byte, v *query.Value) []byte {
	if !v.Truncated {
		if out, ok := AppendString(dst, v.Bytes); ok {
			return out
		}
	}
	text := v.Bytes
	if v.Truncated {
		text = wholeRunes(text)
	}
	dst = append(dst, `{"$text":`...)
	out, ok := AppendString(dst, text)
	if !ok {
		out = append(dst, '"')
		out = base64.StdEncoding.AppendEncode(out, v.Bytes)
		out = append(out, `","encoding":"base64"`...)
	}
	return appendLength(out, v)
}

// appendLength ends an object with the true length of its value, and says so where the value was cut.
func appendLength(dst []byte, v *query.Value) []byte {
	dst = append(dst, `,"bytes":`...)
	if !v.Truncated {
		dst = strconv.AppendInt(dst, int64(len(v.Bytes)), 10)
		return append(dst, '}')
	}
	dst = strconv.AppendInt(dst, v.Length, 10)
	return append(dst, `,"truncated":true}`...)
}

// wholeRunes takes a rune off the end that the cut of a cell has split.
func wholeRunes(text []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				return text[:len(text)-n]
			}
			break
		}
	}
	return text
}

// AppendReal appends the shortest decimal that reads back as f, always with a point or an exponent so that it stays
// recognisable as a real: 1.0, 0.1, -0.0, 1e+300. The values that are no numbers are Infinity, -Infinity and NaN, which
// JSON does not know.
func AppendReal(dst []byte, f float64) []byte {
	switch {
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	case f != f:
		return append(dst, "NaN"...)
	}
	size := math.Abs(f)
	if size < 1e15 && size >= 1 && f == math.Trunc(f) {
		return append(strconv.AppendInt(dst, int64(f), 10), '.', '0')
	}
	if size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	for _, b := range dst[start:] {
		if b == '.' {
			return dst
		}
	}
	return append(dst, '.', '0')
}

func isFinite(f float64) bool { return f-f == 0 }
