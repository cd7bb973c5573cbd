package encode

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// maxCluster is how many bytes one character on the screen may have: enough for every emoji, and no heap of marks.
const maxCluster = 64

// appendVisible appends text as a terminal may show it, in at most most columns, and returns its width in columns and
// whether it was cut, which a last `…` shows. Nothing in it drives the terminal or hides: control characters become
// their pictures (␛), invisible and direction-changing ones their code (<U+202E>), bytes that are not UTF-8 \xff.
func appendVisible(dst, text []byte, most int) (out []byte, width int, cut bool) {
	start, room, roomWidth := len(dst), len(dst), 0 // where dst ends if a `…` must still fit
	for len(text) > 0 {
		var piece []byte
		var scratch [24]byte
		pieceWidth := 1
		if b := text[0]; b >= ' ' && b < 0x7f && (len(text) == 1 || text[1] < utf8.RuneSelf) {
			piece, text = text[:1], text[1:]
		} else {
			piece, pieceWidth, text = visibleCluster(scratch[:0], text)
		}
		if width+pieceWidth > most {
			dst = append(dst[:max(room, start)], "…"...)
			return dst, roomWidth + 1, true
		}
		dst = append(dst, piece...)
		width += pieceWidth
		if width <= most-1 {
			room, roomWidth = len(dst), width
		}
	}
	return dst, width, false
}

// visibleCluster returns the next character of text as it may be shown, its width and the rest of the text.
func visibleCluster(scratch, text []byte) (piece []byte, width int, rest []byte) {
	r, size := utf8.DecodeRune(text)
	if escaped := appendEscapedRune(scratch, r, text[:size]); len(escaped) > 0 {
		width = len(escaped)
		if escaped[0] >= utf8.RuneSelf {
			width = 1 // the picture of a control character
		}
		return escaped, width, text[size:]
	}
	window := text
	if len(window) > maxCluster+utf8.UTFMax {
		window = window[:maxCluster+utf8.UTFMax]
	}
	cluster, _, width, _ := uniseg.FirstGraphemeCluster(window, -1)
	end := size
	for end < len(cluster) { // stops before what must not be shown as it is, and before a heap of marks
		r, n := utf8.DecodeRune(cluster[end:])
		if end+n > maxCluster || len(appendEscapedRune(nil, r, cluster[end:end+n])) > 0 {
			width = uniseg.StringWidth(string(cluster[:end]))
			break
		}
		end += n
	}
	return text[:end], width, text[end:]
}

// appendEscapedRune appends what stands for a rune that must not be shown as it is, and nothing for every other.
func appendEscapedRune(dst []byte, r rune, raw []byte) []byte {
	switch {
	case r < ' ':
		return utf8.AppendRune(dst, 0x2400+r)
	case r == 0x7f:
		return utf8.AppendRune(dst, 0x2421)
	case r < 0x7f:
		return dst
	case r == utf8.RuneError && len(raw) == 1:
		return append(dst, '\\', 'x', hexDigits[raw[0]>>4], hexDigits[raw[0]&15])
	case r < 0xa0 || isInvisible(r):
		dst = append(dst, "<U+"...)
		if r < 0x1000 {
			dst = append(dst, "0000"[:4-hexLength(r)]...)
		}
		for _, b := range strconv.AppendInt(nil, int64(r), 16) {
			dst = append(dst, byte(unicode.ToUpper(rune(b))))
		}
		return append(dst, '>')
	}
	return dst
}

func hexLength(r rune) int { return len(strconv.FormatInt(int64(r), 16)) }

// isInvisible reports whether a rune shows nothing by itself but changes what is seen or read: line separators, marks
// of direction, zero-width spaces, tags. The joiners of scripts and emoji are not among them, nor are the signs of
// Arabic and its neighbours that Unicode counts as formats and that are visible.
func isInvisible(r rune) bool {
	switch {
	case r == 0x2028 || r == 0x2029:
		return true
	case r == 0x200c || r == 0x200d:
		return false
	case r >= 0x600 && r <= 0x605 || r == 0x6dd || r == 0x70f || r == 0x890 || r == 0x891 || r == 0x8e2 || r == 0x110bd || r == 0x110cd:
		return false
	}
	return unicode.Is(unicode.Cf, r)
}

// Visible returns text as a terminal may show it on one line: see [Table].
func Visible(text string) string {
	out, _, _ := appendVisible(nil, []byte(text), math.MaxInt)
	return string(out)
}
