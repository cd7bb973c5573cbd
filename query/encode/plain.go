package encode

import (
	"encoding/hex"
	"strconv"

	"vitrine/query"
)

// appendPlain appends a value as the plain text of it that CSV holds: numbers in digits, text as stored, a blob as the
// literal x'00ff'. NULL is nothing; the callers write it in their own way.
func appendPlain(dst []byte, v *query.Value) []byte {
	switch v.Kind {
	case query.Integer:
		return strconv.AppendInt(dst, v.Int, 10)
	case query.Real:
		return AppendReal(dst, v.Float)
	case query.Boolean:
		return strconv.AppendBool(dst, v.Int != 0)
	case query.Blob:
		dst = append(dst, "x'"...)
		dst = hex.AppendEncode(dst, v.Bytes)
		dst = append(dst, '\'')
	case query.Text, query.Decimal, query.JSON:
		text := v.Bytes
		if v.Truncated {
			text = wholeRunes(text)
		}
		dst = append(dst, text...)
	}
	if v.Truncated {
		dst = appendCut(dst, v)
	}
	return dst
}

// appendCut appends the mark of a cell that the budget cut.
func appendCut(dst []byte, v *query.Value) []byte {
	dst = append(dst, "… [cut, "...)
	dst = strconv.AppendInt(dst, v.Length, 10)
	return append(dst, " bytes]"...)
}
