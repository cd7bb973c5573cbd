package encode

import (
	"bytes"
	"strconv"
	"time"
	"unicode/utf8"

	"vitrine/guard"
	"vitrine/query"
)

// contractVersion stands first in every JSON object of the contract.
const contractVersion = 4

// writeJSON writes one object, its rows as arrays, and a line end.
func writeJSON(out *sink, rows Rows, o Options) error {
	out.buf = append(out.buf, `{"contract_version":`...)
	out.buf = strconv.AppendInt(out.buf, contractVersion, 10)
	out.buf = append(out.buf, `,"columns":`...)
	out.buf = AppendColumns(out.buf, rows.Columns())
	out.buf = append(out.buf, `,"rows":[`...)
	for first := true; rows.Next(); first = false {
		if !first {
			out.buf = append(out.buf, ',')
		}
		out.buf = AppendRow(out.buf, rows.Values())
		if err := out.rowDone(rows.Count()); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var elapsed time.Duration
	if o.Elapsed != nil {
		elapsed = o.Elapsed()
	}
	out.buf = append(out.buf, `],"row_count":`...)
	out.buf = strconv.AppendInt(out.buf, int64(rows.Count()), 10)
	out.buf = append(out.buf, `,"truncated":`...)
	out.buf = strconv.AppendBool(out.buf, rows.TruncatedBy() != "")
	out.buf = append(out.buf, `,"truncated_by":`...)
	if by := rows.TruncatedBy(); by == "" {
		out.buf = append(out.buf, "null"...)
	} else {
		out.buf = appendName(out.buf, string(by))
	}
	out.buf = append(out.buf, `,"notices":`...)
	out.buf = appendNotices(out.buf, rows.Notices())
	out.buf = append(out.buf, `,"source":`...)
	out.buf = appendName(out.buf, o.Source)
	out.buf = append(out.buf, `,"elapsed_ms":`...)
	out.buf = strconv.AppendInt(out.buf, elapsed.Milliseconds(), 10)
	out.buf = append(out.buf, "}\n"...)
	return nil
}

// AppendColumns appends columns as the array of {name, type} that JSON results hold.
func AppendColumns(dst []byte, columns []query.Column) []byte {
	dst = append(dst, '[')
	for i, c := range columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"name":`...)
		dst = appendName(dst, c.Name)
		dst = append(dst, `,"type":`...)
		dst = appendName(dst, c.Type)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// AppendRow appends one row as an array of exact values.
func AppendRow(dst []byte, row []query.Value) []byte {
	dst = append(dst, '[')
	for i := range row {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendJSON(dst, &row[i])
	}
	return append(dst, ']')
}

func appendNotices(dst []byte, notices []guard.Notice) []byte {
	dst = append(dst, '[')
	for i, n := range notices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"code":`...)
		dst = appendName(dst, n.Code)
		dst = append(dst, `,"message":`...)
		dst = appendName(dst, n.Message)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendName appends a name as a JSON string. Bytes that are not valid UTF-8, which a name in a damaged schema can hold,
// become U+FFFD.
func appendName(dst []byte, name string) []byte {
	text := []byte(name)
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\ufffd"))
	}
	dst, _ = AppendString(dst, text)
	return dst
}
