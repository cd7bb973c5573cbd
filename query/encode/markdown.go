package encode

import (
	"unicode/utf8"

	"vitrine/query"
)

// nullMark is how Markdown shows NULL: in italics, which no text can be, since its own marks are escaped.
const nullMark = "*NULL*"

// writeMarkdown writes a table of GitHub's Markdown (github.github.com/gfm, tables). Text shows as it is and can be
// neither markup nor HTML, an image or a further cell; a line end is <br>.
func writeMarkdown(out *sink, rows Rows) error {
	columns := rows.Columns()
	out.buf = append(out.buf, '|')
	for _, c := range columns {
		out.buf = append(out.buf, ' ')
		out.buf = appendMarkdown(out.buf, []byte(c.Name))
		out.buf = append(out.buf, " |"...)
	}
	out.buf = append(out.buf, "\n|"...)
	for range columns {
		out.buf = append(out.buf, " --- |"...)
	}
	out.buf = append(out.buf, '\n')
	var scratch []byte
	for rows.Next() {
		row := rows.Values()
		buf := append(out.buf, '|')
		for i := range row {
			buf = append(buf, ' ')
			switch v := &row[i]; v.Kind {
			case query.Null:
				buf = append(buf, nullMark...)
			case query.Integer, query.Real, query.Boolean:
				buf = appendPlain(buf, v)
			default:
				scratch = appendPlain(scratch[:0], v)
				buf = appendMarkdown(buf, scratch)
			}
			buf = append(buf, " |"...)
		}
		out.buf = append(buf, '\n')
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	return rows.Err()
}

// appendMarkdown appends text so that Markdown shows just that text.
func appendMarkdown(dst, text []byte) []byte {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '\r' && i+1 < len(text) && text[i+1] == '\n':
			// the line end is told by the \n
		case b == '\n' || b == '\r':
			dst = append(dst, "<br>"...)
		case b == '&':
			dst = append(dst, "&amp;"...)
		case b == '<':
			dst = append(dst, "&lt;"...)
		case b == '>':
			dst = append(dst, "&gt;"...)
		case b == '_' && i > 0 && i+1 < len(text) && isWord(text[i-1]) && isWord(text[i+1]):
			dst = append(dst, b) // within a word it is no mark
		case b == '\\' || b == '|' || b == '`' || b == '*' || b == '_' || b == '[' || b == ']' || b == '~' || b == '$':
			dst = append(dst, '\\', b)
		case b >= ' ' && b < 0x7f:
			dst = append(dst, b)
		default:
			r, size := utf8.DecodeRune(text[i:])
			if escaped := appendEscapedRune(nil, r, text[i:i+size]); len(escaped) > 0 {
				dst = appendMarkdown(dst, escaped)
			} else {
				dst = append(dst, text[i:i+size]...)
			}
			i += size - 1
		}
	}
	return dst
}

func isWord(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
