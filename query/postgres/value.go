package postgres

import (
	"encoding/hex"
	"strconv"

	"vitrine/query"
)

// fill reads a value from its text form. Each type goes to the kind that holds it exactly; what has no kind of its own is
// the text that PostgreSQL prints. scratch is where bytea is decoded to; it is returned grown.
func fill(v *query.Value, oid uint32, text []byte, scratch []byte) []byte {
	*v = query.Value{}
	if text == nil {
		return scratch
	}
	switch oid {
	case oidBool:
		v.Kind = query.Boolean
		if len(text) > 0 && text[0] == 't' {
			v.Int = 1
		}
		return scratch
	case oidInt2, oidInt4, oidInt8, oidOid:
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			v.Kind, v.Int = query.Integer, n
			return scratch
		}
	case oidFloat4, oidFloat8:
		if f, err := strconv.ParseFloat(string(text), 64); err == nil {
			v.Kind, v.Float = query.Real, f
			return scratch
		}
	case oidNumeric:
		v.Kind, v.Bytes = query.Decimal, text
		return scratch
	case oidJSON, oidJSONB:
		v.Kind, v.Bytes = query.JSON, text
		return scratch
	case oidBytea:
		if len(text) >= 2 && text[0] == '\\' && text[1] == 'x' {
			start := len(scratch)
			scratch = append(scratch, make([]byte, hex.DecodedLen(len(text)-2))...)
			if _, err := hex.Decode(scratch[start:], text[2:]); err == nil {
				v.Kind, v.Bytes = query.Blob, scratch[start:]
				return scratch
			}
		}
	}
	v.Kind, v.Bytes = query.Text, text
	return scratch
}

// argument writes a value in the text form that the server reads, whatever type it infers for the parameter.
func argument(value any) []byte {
	switch v := value.(type) {
	case nil:
		return nil
	case bool:
		return strconv.AppendBool(nil, v)
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case float64:
		return strconv.AppendFloat(nil, v, 'g', -1, 64)
	case []byte:
		return append([]byte(`\x`), hex.AppendEncode(nil, v)...)
	case string:
		return []byte(v)
	}
	return nil
}
