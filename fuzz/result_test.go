package fuzz_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
)

// FuzzResult gives the encoders results made of the fuzzer's bytes. JSON and JSON lines must be valid, hold every value
// exactly and keep every column; CSV and TSV must read back, by RFC 4180 and nothing else, to the same texts; Markdown
// must have the same number of cells in every line; nothing in a table may be a control character.
func FuzzResult(f *testing.F) {
	f.Add("a,b", []byte("\x00\x01\x00\x00\x00\x00\x00\x00\x20\x01\x03\x05hello"))
	f.Add("a,a,,a_2", []byte("\x03\x04a\"b,\x03\x03\r\n|\x03\x02\xff\x00\x04\x02\x00\xff"))
	f.Add("x", []byte("\x02\x00\x00\x00\x00\x00\x00\xf0\x7f\x02\x01\x00\x00\x00\x00\x00\xf8\x7f"))
	f.Add("d", []byte("\x06\x0a12345.6700\x07\x09{\"a\": 1e5\x07\x07[1 , 2]\x83\x02ab"))
	f.Add("\u202e|\x1b[2J", []byte("\x03\x06\u009b\u200d|\x03\x08\U000e0041🇩\x0a"))
	f.Fuzz(func(t *testing.T, names string, data []byte) {
		given := newResult(names, data)
		given.checkJSON(t)
		given.checkJSONLines(t)
		given.checkSeparated(t, encode.CSV, ',', "\r\n")
		given.checkSeparated(t, encode.TSV, '\t', "\n")
		given.checkMarkdown(t)
		given.checkTable(t)
	})
}

// result is a result in memory.
type result struct {
	columns []query.Column
	values  [][]query.Value
	given   int
}

func (r *result) Columns() []query.Column        { return r.columns }
func (r *result) Next() bool                     { r.given++; return r.given <= len(r.values) }
func (r *result) Values() []query.Value          { return r.values[r.given-1] }
func (r *result) Count() int                     { return min(r.given, len(r.values)) }
func (r *result) TruncatedBy() query.TruncatedBy { return "" }
func (r *result) Notices() []guard.Notice        { return nil }
func (r *result) Err() error                     { return nil }

// newResult reads values from the fuzzer's bytes: a kind, of which the highest bit cuts the cell, then eight bytes of a
// number or a length and so many bytes.
func newResult(names string, data []byte) *result {
	r := &result{}
	for _, name := range strings.Split(names, ",") {
		r.columns = append(r.columns, query.Column{Name: name})
	}
	var row []query.Value
	for len(data) > 0 {
		v := query.Value{Kind: query.Kind(data[0] & 0x7f % 8), Truncated: data[0] >= 0x80}
		data = data[1:]
		switch v.Kind {
		case query.Null:
			v.Truncated = false
		case query.Integer, query.Real, query.Boolean:
			v.Truncated = false
			var number [8]byte
			data = data[copy(number[:], data):]
			bits := binary.LittleEndian.Uint64(number[:])
			switch v.Kind {
			case query.Integer:
				v.Int = int64(bits)
			case query.Real:
				v.Float = math.Float64frombits(bits)
			case query.Boolean:
				v.Int = int64(bits & 1)
			}
		default:
			n := 0
			if len(data) > 0 {
				n, data = int(data[0]), data[1:]
			}
			n = min(n, len(data))
			v.Bytes, data = data[:n], data[n:]
			if v.Truncated {
				v.Length = int64(n) + 1
			}
			if v.Kind == query.JSON && !json.Valid(v.Bytes) { // the engine gives documents only
				v.Kind = query.Text
			}
		}
		if row = append(row, v); len(row) == len(r.columns) {
			r.values, row = append(r.values, row), nil
		}
	}
	return r
}

func (r *result) write(t *testing.T, format encode.Format) []byte {
	r.given = 0
	var out bytes.Buffer
	require.NoError(t, encode.Write(&out, format, r, encode.Options{}))
	return out.Bytes()
}

func (r *result) checkJSON(t *testing.T) {
	var object struct {
		Columns  []query.Column      `json:"columns"`
		Rows     [][]json.RawMessage `json:"rows"`
		RowCount int                 `json:"row_count"`
	}
	out := r.write(t, encode.JSON)
	require.NoError(t, json.Unmarshal(out, &object), "%s", out)
	require.Len(t, object.Columns, len(r.columns))
	require.Len(t, object.Rows, len(r.values))
	require.Equal(t, len(r.values), object.RowCount)
	for i, row := range object.Rows {
		require.Len(t, row, len(r.columns))
		for j, raw := range row {
			requireSame(t, r.values[i][j], raw)
		}
	}
}

func (r *result) checkJSONLines(t *testing.T) {
	out := r.write(t, encode.JSONL)
	require.Equal(t, len(r.values), bytes.Count(out, []byte("\n")), "a line a row")
	keys := encode.Keys(r.columns)
	for i, line := range bytes.SplitAfter(out, []byte("\n"))[:len(r.values)] {
		var row map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &row), "%s", line)
		require.Len(t, row, len(r.columns), "no column may be lost: %s", line)
		for j, key := range keys {
			requireSame(t, r.values[i][j], row[key])
		}
	}
}

// requireSame reads a value of JSON back, as docs/results.md says, and compares it with the value given.
func requireSame(t *testing.T, v query.Value, raw json.RawMessage) {
	for _, b := range raw {
		require.False(t, b < ' ' || b == 0x7f, "a control character in %q", raw)
	}
	var tagged struct {
		Integer, Real, Blob, Text, Decimal, JSON *string
		Encoding                                 string
		Bytes                                    int64
		Truncated                                bool
	}
	if raw[0] == '{' && bytes.HasPrefix(raw, []byte(`{"$`)) {
		require.NoError(t, json.Unmarshal(bytes.Replace(raw, []byte("$"), nil, 1), &tagged))
		require.Equal(t, v.Truncated, tagged.Truncated)
		if v.Truncated {
			require.Equal(t, v.Length, tagged.Bytes)
		}
	} else {
		require.False(t, v.Truncated)
	}
	switch v.Kind {
	case query.Null:
		require.Equal(t, "null", string(raw))
	case query.Integer:
		digits := string(raw)
		if tagged.Integer != nil {
			digits = *tagged.Integer
		} else {
			f, err := strconv.ParseFloat(digits, 64)
			require.NoError(t, err)
			require.Equal(t, v.Int, int64(f), "a double must hold what is a bare number")
		}
		require.Equal(t, strconv.FormatInt(v.Int, 10), digits)
	case query.Real:
		digits := string(raw)
		if tagged.Real != nil {
			digits = *tagged.Real
		}
		f, err := strconv.ParseFloat(digits, 64)
		require.NoError(t, err)
		require.True(t, math.Float64bits(f) == math.Float64bits(v.Float) || f != f && v.Float != v.Float, digits)
	case query.Boolean:
		require.Equal(t, strconv.FormatBool(v.Int != 0), string(raw))
	case query.Blob:
		require.NotNil(t, tagged.Blob)
		content, err := base64.StdEncoding.DecodeString(*tagged.Blob)
		require.NoError(t, err)
		require.Equal(t, string(v.Bytes), string(content))
	default:
		requireSameText(t, v, raw, tagged.Text, tagged.Decimal, tagged.JSON, tagged.Encoding)
	}
}

func requireSameText(t *testing.T, v query.Value, raw json.RawMessage, text, decimal, document *string, encoding string) {
	got := ""
	switch {
	case text != nil:
		got = *text
	case decimal != nil:
		got = *decimal
	case document != nil:
		got = *document
	case v.Kind == query.Text:
		require.NoError(t, json.Unmarshal(raw, &got))
	case v.Kind == query.JSON:
		var given, back any
		require.NoError(t, json.Unmarshal(v.Bytes, &given))
		require.NoError(t, json.Unmarshal(raw, &back))
		require.Equal(t, given, back)
		return
	default:
		got = string(raw)
	}
	if encoding == "base64" {
		content, err := base64.StdEncoding.DecodeString(got)
		require.NoError(t, err)
		got = string(content)
	}
	if v.Truncated && utf8.ValidString(got) { // a split character at the end may be left out
		require.True(t, strings.HasPrefix(string(v.Bytes), got))
		require.Less(t, len(v.Bytes)-len(got), utf8.UTFMax)
		return
	}
	require.Equal(t, string(v.Bytes), got)
}

func (r *result) checkSeparated(t *testing.T, format encode.Format, separator byte, lineEnd string) {
	records := readSeparated(t, r.write(t, format), separator, lineEnd)
	require.Len(t, records, 1+len(r.values))
	for j, c := range r.columns {
		require.Equal(t, c.Name, records[0][j].text)
	}
	for i, row := range r.values {
		require.Len(t, records[i+1], len(row))
		for j, v := range row {
			got := records[i+1][j]
			switch {
			case v.Kind == query.Null:
				require.Empty(t, got.text)
				require.Equal(t, len(row) == 1, got.quoted)
			case v.Kind == query.Text && !v.Truncated:
				require.Equal(t, string(v.Bytes), got.text)
				require.True(t, got.quoted || got.text != "", "an empty text must not read as NULL")
			case v.Kind == query.Integer:
				require.Equal(t, strconv.FormatInt(v.Int, 10), got.text)
			case v.Truncated:
				require.True(t, strings.HasSuffix(got.text, "… [cut, "+strconv.FormatInt(v.Length, 10)+" bytes]"), got.text)
			}
		}
	}
}

type field struct {
	text   string
	quoted bool
}

// readSeparated reads what the grammar of RFC 4180 section 2 describes, and fails for anything else.
func readSeparated(t *testing.T, text []byte, separator byte, lineEnd string) [][]field {
	var (
		records [][]field
		record  []field
	)
	for at := 0; at < len(text); {
		var f field
		if text[at] == '"' {
			f.quoted = true
			var content []byte
			for at++; ; at++ {
				require.Less(t, at, len(text), "a quote that is not closed")
				if text[at] == '"' {
					if at++; at == len(text) || text[at] != '"' {
						break
					}
				}
				content = append(content, text[at])
			}
			f.text = string(content)
		} else {
			start := at
			for at < len(text) && text[at] != separator && text[at] != '\n' && text[at] != '\r' {
				require.NotEqual(t, byte('"'), text[at], "a quote within an unquoted field")
				at++
			}
			f.text = string(text[start:at])
		}
		record = append(record, f)
		if at < len(text) && text[at] == separator {
			at++
			if at == len(text) || bytes.HasPrefix(text[at:], []byte(lineEnd)) { // an empty last field
				record = append(record, field{})
			} else {
				continue
			}
		}
		require.True(t, bytes.HasPrefix(text[at:], []byte(lineEnd)), "a record must end in %q", lineEnd)
		at += len(lineEnd)
		records, record = append(records, record), nil
	}
	return records
}

func (r *result) checkMarkdown(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(string(r.write(t, encode.Markdown)), "\n"), "\n")
	require.Len(t, lines, 2+len(r.values))
	for _, line := range lines {
		bars, escaped := 0, false
		for i := range len(line) {
			switch {
			case escaped:
				escaped = false
			case line[i] == '\\':
				escaped = true
			case line[i] == '|':
				bars++
			}
		}
		require.Equal(t, 1+len(r.columns), bars, line)
		require.NotContains(t, strings.ReplaceAll(line, "<br>", ""), "<")
	}
}

func (r *result) checkTable(t *testing.T) {
	out := r.write(t, encode.Table)
	require.True(t, utf8.Valid(out))
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	require.Len(t, lines, 3+len(r.values))
	for _, c := range strings.Join(lines, "") {
		require.False(t, c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e, "%U in a table", c)
	}
}
