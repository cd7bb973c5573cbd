package strictjson

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var texts = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `1.5e+3`, `true`, `false`, `null`, ` { "a" : [ 1 , 2 ] } `, `"\u00e9\n\/"`, `[1,[2,{"a":{}}]]`,
	``, ` `, `{`, `[`, `"`, `"\`, `"\u12`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[,1]`, `01`, `-`, `1.`, `.5`, `1e`, `1e+`, `+1`, `tru`, `nul`,
	`{"a":1}{`, `1 2`, "\"\x01\"", "\"\xff\"", `{'a':1}`, `{a:1}`, `NaN`, `"\x"`, `[1 2]`, "\ufeff{}", `{"a":1 "b":2}`,
}

func TestSyntaxIsThatOfEncodingJSON(t *testing.T) {
	for _, text := range texts {
		want := json.Valid([]byte(text)) && utf8.ValidString(text)
		assert.Equal(t, want, Valid([]byte(text)) == nil, "%q", text)
	}
}

// FuzzValid compares with encoding/json, which is more lenient in two things only: invalid UTF-8 and deeper nesting.
func FuzzValid(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		valid := Valid(data) == nil
		if valid && !json.Valid(data) {
			t.Fatalf("%q is not JSON", data)
		}
		if !valid && json.Valid(data) && utf8.Valid(data) && len(data) <= MaxDepth {
			t.Fatalf("%q is JSON", data)
		}
		members, err := Object(data)
		if err == nil {
			var m map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(data, &m))
			if len(m) != len(members) && utf8.Valid(data) && !LoneSurrogate(data) {
				t.Fatalf("%q has %d members, not %d", data, len(m), len(members))
			}
		}
	})
}

func TestDuplicateKeys(t *testing.T) {
	var duplicate *DuplicateError
	members, err := Object([]byte(`{"id":1,"a":2,"\u0061":3}`))
	require.ErrorAs(t, err, &duplicate)
	assert.Equal(t, "a", duplicate.Key)
	assert.Len(t, members, 3, "an id can still be read")
	require.ErrorAs(t, Check([]byte(`[{"x":{"k":1,"k":2}}]`)), &duplicate)
	assert.NoError(t, Check([]byte(`[{"k":1},{"k":2},{"K":1,"k":1}]`)))
}

func TestObjectKeepsBytes(t *testing.T) {
	members, err := Object([]byte(` {"id" : 1.0e2 , "p":{"b" :1} } `))
	require.NoError(t, err)
	assert.Equal(t, []Member{{Key: "id", Raw: json.RawMessage("1.0e2")}, {Key: "p", Raw: json.RawMessage(`{"b" :1}`)}}, members)
	var kind *KindError
	_, err = Object([]byte(`[]`))
	require.True(t, errors.As(err, &kind))
	assert.Equal(t, "array", kind.Got)
}

func TestDepthIsBounded(t *testing.T) {
	assert.NoError(t, Valid([]byte(strings.Repeat("[", MaxDepth)+strings.Repeat("]", MaxDepth))))
	assert.Error(t, Valid([]byte(strings.Repeat("[", MaxDepth+1)+strings.Repeat("]", MaxDepth+1))))
	assert.Error(t, Valid([]byte(strings.Repeat("[", 1<<20))))
}

func TestLoneSurrogate(t *testing.T) {
	for text, want := range map[string]bool{
		`"\ud83d\ude00"`: false, `"\ud83d"`: true, `"\ude00"`: true, `"\ud83d\u0041"`: true, `"\\ud83d"`: false, `"\ud83dx\ude00"`: true, `"é"`: false,
	} {
		assert.Equal(t, want, LoneSurrogate([]byte(text)), text)
	}
}
