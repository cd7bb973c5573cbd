package encode_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/query"
	"vitrine/query/encode"
)

// TestAppendJSON is the table of docs/results.md.
func TestAppendJSON(t *testing.T) {
	is := func(v query.Value, want string) {
		t.Helper()
		got := string(encode.AppendJSON(nil, &v))
		assert.Equal(t, want, got)
		assert.True(t, json.Valid([]byte(got)), got)
	}
	is(null(), `null`)

	is(integer(0), `0`)
	is(integer(-7), `-7`)
	is(integer(9007199254740991), `9007199254740991`)
	is(integer(9007199254740992), `{"$integer":"9007199254740992"}`)
	is(integer(9007199254740993), `{"$integer":"9007199254740993"}`)
	is(integer(-9007199254740991), `-9007199254740991`)
	is(integer(-9007199254740992), `{"$integer":"-9007199254740992"}`)
	is(integer(math.MaxInt64), `{"$integer":"9223372036854775807"}`)
	is(integer(math.MinInt64), `{"$integer":"-9223372036854775808"}`)

	is(real(0), `0.0`)
	is(real(math.Copysign(0, -1)), `-0.0`)
	is(real(1), `1.0`)
	is(real(-12), `-12.0`)
	is(real(0.1), `0.1`)
	is(real(math.Nextafter(0.3, 1)), `0.30000000000000004`)
	is(real(19.99), `19.99`)
	is(real(1e15), `1000000000000000.0`)
	is(real(1<<53), `9007199254740992.0`)
	is(real(1e20), `100000000000000000000.0`)
	is(real(1e21), `1e+21`)
	is(real(1e-6), `0.000001`)
	is(real(1e-7), `1e-07`)
	is(real(math.MaxFloat64), `1.7976931348623157e+308`)
	is(real(math.SmallestNonzeroFloat64), `5e-324`)
	is(real(math.Inf(1)), `{"$real":"Infinity"}`)
	is(real(math.Inf(-1)), `{"$real":"-Infinity"}`)
	is(real(math.NaN()), `{"$real":"NaN"}`)

	is(text(""), `""`)
	is(text("Ann"), `"Ann"`)
	is(text("NULL"), `"NULL"`)
	is(text("\x00"), `"\u0000"`)
	is(text("a\x00b"), `"a\u0000b"`)
	is(text("say \"hi\"\\\n\r\t\b\f\x1b"), `"say \"hi\"\\\n\r\t\b\f\u001b"`)
	is(text("\x7f\u0080\u009b\u00a0"), `"\u007f\u0080\u009b`+"\u00a0"+`"`)
	is(text("<a href='x'> & \u2028\u2029"), `"<a href='x'> & `+"\u2028\u2029"+`"`)
	is(text("日本語 é 👩‍👩‍👧"), `"日本語 é 👩‍👩‍👧"`)
	is(text("\xff"), `{"$text":"/w==","encoding":"base64","bytes":1}`)
	is(text("caf\xe9"), `{"$text":"Y2Fm6Q==","encoding":"base64","bytes":4}`)
	is(text("\xed\xa0\x80"), `{"$text":"7aCA","encoding":"base64","bytes":3}`) // a surrogate is no UTF-8
	is(cut(text("abc"), 4000000), `{"$text":"abc","bytes":4000000,"truncated":true}`)
	is(cut(text("ab\xe6\x97"), 9), `{"$text":"ab","bytes":9,"truncated":true}`)
	is(cut(text("ab\xe6\x97\xa5"), 9), `{"$text":"ab日","bytes":9,"truncated":true}`)
	is(cut(text("\xff\xfe"), 9), `{"$text":"//4=","encoding":"base64","bytes":9,"truncated":true}`)

	is(blob("\x00\xff\x10"), `{"$blob":"AP8Q","bytes":3}`)
	is(blob(""), `{"$blob":"","bytes":0}`)
	is(cut(blob("\x00\xff\x10"), 70000), `{"$blob":"AP8Q","bytes":70000,"truncated":true}`)

	is(boolean(true), `true`)
	is(boolean(false), `false`)

	is(decimal("20.10"), `20.10`)
	is(decimal("-0.5"), `-0.5`)
	is(decimal("0"), `0`)
	is(decimal("0.00"), `0.00`)
	is(decimal("123456789012345"), `123456789012345`)
	is(decimal("9007199254740991"), `9007199254740991`)
	is(decimal("9007199254740992"), `{"$decimal":"9007199254740992"}`)
	is(decimal("1234567890123.45"), `1234567890123.45`)
	is(decimal("12345678901234.56"), `{"$decimal":"12345678901234.56"}`)
	is(decimal("0.1000000000000000055511151231257827"), `{"$decimal":"0.1000000000000000055511151231257827"}`)
	is(decimal("NaN"), `{"$decimal":"NaN"}`)
	is(decimal("Infinity"), `{"$decimal":"Infinity"}`)
	is(decimal("1e400"), `{"$decimal":"1e400"}`)
	is(cut(decimal("123"), 5000), `{"$decimal":"123","bytes":5000,"truncated":true}`)

	is(document(`{"a": [1, 2.50, -3e2, "x\"y", true, false, null, {}, []]}`), `{"a":[1,2.50,-3e2,"x\"y",true,false,null,{},[]]}`)
	is(document(" [\n] "), `[]`)
	is(document(`"é\u00e9"`), `"é\u00e9"`)
	is(document(`12345678901234567890`), `{"$json":"12345678901234567890"}`)
	is(document(`{"n": 9007199254740993}`), `{"$json":"{\"n\": 9007199254740993}"}`)
	is(document(`{"a":1,"a":2}`), `{"$json":"{\"a\":1,\"a\":2}"}`)
	is(document(`{"a":1,"\u0061":2}`), `{"$json":"{\"a\":1,\"\\u0061\":2}"}`)
	is(document(`{"$integer":"1"}`), `{"$json":"{\"$integer\":\"1\"}"}`)
	is(document(`[1,]`), `{"$json":"[1,]"}`)
	is(document(`[01]`), `{"$json":"[01]"}`)
	is(document(`{"a":1} x`), `{"$json":"{\"a\":1} x"}`)
	is(document("\"\u009b\""), `{"$json":"\"\u009b\""}`)
	is(document("\"\x1b\""), `{"$json":"\"\u001b\""}`)
	is(document("\xff"), `{"$text":"/w==","encoding":"base64","bytes":1}`)
	is(document(strings.Repeat("[", 100)+strings.Repeat("]", 100)),
		`{"$json":"`+strings.Repeat("[", 100)+strings.Repeat("]", 100)+`"}`)
	is(cut(document(`{"a": "bc`), 90), `{"$json":"{\"a\": \"bc","bytes":90,"truncated":true}`)
}

// TestAppendRealReadsBack holds AppendReal to its promise where it takes a short way.
func TestAppendRealReadsBack(t *testing.T) {
	for _, f := range []float64{1, 9, 1e14, 999999999999999, 1e15, 1e15 + 0.5, 0.5, 1e-6, 9.99e-7, 1e21, 123456.789, 1 / 3.0} {
		for _, f := range []float64{f, -f, math.Nextafter(f, 0), math.Nextafter(f, math.Inf(1))} {
			got := string(encode.AppendReal(nil, f))
			back, err := strconv.ParseFloat(got, 64)
			require.NoError(t, err)
			assert.Equal(t, math.Float64bits(f), math.Float64bits(back), got)
			assert.True(t, strings.ContainsAny(got, ".e"), got)
		}
	}
}

// TestAppendStringAgrees compares every byte, at every place within eight, with encoding/json.
func TestAppendStringAgrees(t *testing.T) {
	for b := range 256 {
		for at := range 17 {
			given := []byte(strings.Repeat("a", 17))
			given[at] = byte(b)
			got, ok := encode.AppendString(nil, given)
			require.Equal(t, b < 0x80, ok)
			if !ok {
				require.Empty(t, got)
				continue
			}
			var back string
			require.NoError(t, json.Unmarshal(got, &back))
			require.Equal(t, string(given), back)
		}
	}
}
