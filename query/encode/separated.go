package encode

import (
	"bytes"

	"vitrine/query"
)

// writeSeparated writes RFC 4180: a header, then a line a row; a field that holds the separator, a quote or a line end
// stands in quotes. NULL is an empty field and an empty text is "", as PostgreSQL's COPY has it. Where there is only
// one column, NULL is "" too, since many readers skip an empty line. Formulas are left as they are.
func writeSeparated(out *sink, rows Rows, separator byte, lineEnd string) error {
	columns := rows.Columns()
	for i, c := range columns {
		if i > 0 {
			out.buf = append(out.buf, separator)
		}
		out.buf = appendField(out.buf, []byte(c.Name), separator)
	}
	out.buf = append(out.buf, lineEnd...)
	var scratch []byte
	for rows.Next() {
		row := rows.Values()
		buf := out.buf
		for i := range row {
			if i > 0 {
				buf = append(buf, separator)
			}
			switch v := &row[i]; {
			case v.Kind == query.Null:
				if len(row) == 1 {
					buf = append(buf, `""`...)
				}
			case v.Kind == query.Text && !v.Truncated:
				buf = appendField(buf, v.Bytes, separator)
			case v.Kind == query.Integer || v.Kind == query.Real:
				buf = appendPlain(buf, v)
			default:
				scratch = appendPlain(scratch[:0], v)
				buf = appendField(buf, scratch, separator)
			}
		}
		out.buf = append(buf, lineEnd...)
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	return rows.Err()
}

// appendField appends one field, in quotes where it needs them.
func appendField(dst, text []byte, separator byte) []byte {
	if len(text) > 0 && !needsQuotes(text, separator) {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	for {
		n := bytes.IndexByte(text, '"')
		if n < 0 {
			break
		}
		dst = append(dst, text[:n+1]...)
		dst = append(dst, '"')
		text = text[n+1:]
	}
	dst = append(dst, text...)
	return append(dst, '"')
}

func needsQuotes(text []byte, separator byte) bool {
	for _, b := range text {
		if b == separator || b == '"' || b == '\n' || b == '\r' {
			return true
		}
	}
	return false
}
