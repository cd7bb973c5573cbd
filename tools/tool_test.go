package tools

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/guard"
	"vitrine/query"
)

type askIn struct {
	Text   string          `json:"text" jsonschema:"what to say"`
	Limit  *int            `json:"limit,omitempty" jsonschema:"how often" minimum:"1" maximum:"500" default:"50"`
	Format string          `json:"format,omitempty" jsonschema:"how" enum:"json,csv"`
	Words  []string        `json:"words,omitempty" jsonschema:"more"`
	Params json.RawMessage `json:"params,omitempty" jsonschema:"anything"`
	Loud   bool            `json:"loud,omitempty" jsonschema:"shout"`
}

type askOut struct {
	Said  string         `json:"said"`
	Rows  []string       `json:"rows"`
	Inner []askInner     `json:"inner"`
	Map   map[string]any `json:"map,omitempty"`
}

type askInner struct {
	List []int `json:"list"`
}

func ask(t *testing.T, fail error) *Tool {
	t.Helper()
	tool, err := New(Descriptor{Name: "ask", Title: "Ask", Description: "Says it.", Annotations: ReadOnly(), Classes: []Class{ClassSubstrate}},
		func(_ context.Context, c Call, in askIn) (askOut, error) {
			c.Account.SQL = in.Text
			if in.Text == "panic" {
				panic("on purpose")
			}
			limit, err := ParseLimit("limit", in.Limit, 50, 500)
			if err != nil {
				return askOut{}, err
			}
			return askOut{Said: in.Text, Inner: []askInner{{}}, Map: map[string]any{"b": limit, "a": "<&>"}}, fail
		})
	require.NoError(t, err)
	return tool
}

func call(t *testing.T, tool *Tool, arguments string) *Result {
	t.Helper()
	r, err := NewRegistry(func() time.Time { return time.Unix(0, 0) }, nil, tool)
	require.NoError(t, err)
	result, err := r.Call(context.Background(), LocalOperator(), "ask", json.RawMessage(arguments), nil)
	require.NoError(t, err)
	return result
}

func TestResultsCarryTheContractVersionAndNoNullSlices(t *testing.T) {
	r := call(t, ask(t, nil), `{"text":"hi"}`)
	assert.Equal(t, `{"contract_version":4,"said":"hi","rows":[],"inner":[{"list":[]}],"map":{"a":"<&>","b":50}}`, r.Text)
	assert.Equal(t, r.Text, string(r.JSON))
	assert.False(t, r.IsError)
	assert.Equal(t, "hi", r.SQL)
}

func TestArgumentsAreReadStrictly(t *testing.T) {
	accept := func(arguments string) {
		t.Helper()
		r := call(t, ask(t, nil), arguments)
		assert.False(t, r.IsError, r.Text)
	}
	refuse := func(arguments, message string) {
		t.Helper()
		r := call(t, ask(t, nil), arguments)
		require.True(t, r.IsError, r.Text)
		var body struct {
			Version int `json:"contract_version"`
			Error   Error
		}
		require.NoError(t, json.Unmarshal(r.JSON, &body))
		assert.Equal(t, 4, body.Version)
		assert.Equal(t, CodeInvalidArgument, body.Error.Code)
		assert.Equal(t, message, body.Error.Message)
	}
	accept(`{"text":""}`)
	accept(`{"text":"x","limit":1}`)
	accept(`{"text":"x","limit":5.0}`)
	accept(`{"text":"x","limit":1e2}`)
	accept(`{"text":"x","limit":null,"words":null}`)
	accept(`{"text":"x","params":{"a":[1,{"b":null}]}}`)
	accept(`{"text":"\ud83d\ude00"}`)

	refuse(``, `argument text is required: give text`)
	refuse(`{}`, `argument text is required: give text`)
	refuse(`{"text":null}`, `argument text takes text, not null`)
	refuse(`[]`, `arguments are not a JSON object: want a JSON object, got array`)
	refuse(`{"text":"a","text":"b"}`, `argument "text" stands twice: give it once`)
	refuse(`{"text":"a","te\u0078t":"b"}`, `argument "text" stands twice: give it once`)
	refuse(`{"Text":"a"}`, `unknown argument "Text": this tool takes text, limit, format, words, params, loud`)
	refuse(`{"text":"x","lmit":3}`, `unknown argument "lmit": this tool takes text, limit, format, words, params, loud`)
	refuse(`{"text":5}`, `argument text takes text, not 5`)
	refuse(`{"text":"x","limit":0}`, `argument limit takes a whole number from 1 to 500, not 0`)
	refuse(`{"text":"x","limit":501}`, `argument limit takes a whole number from 1 to 500, not 501`)
	refuse(`{"text":"x","limit":1.5}`, `argument limit takes a whole number from 1 to 500, not 1.5`)
	refuse(`{"text":"x","limit":"5"}`, `argument limit takes a whole number from 1 to 500, not "5"`)
	refuse(`{"text":"x","format":"pdf"}`, `argument format takes one of json, csv, not "pdf"`)
	refuse(`{"text":"x","words":[1]}`, `argument words takes a list, each of it text, not [1]`)
	refuse(`{"text":"x","loud":"yes"}`, `argument loud takes true or false, not "yes"`)
	refuse(`{"text":"x","params":{"a":1,"a":2}}`, `argument params cannot be taken: key "a" stands twice`)
	refuse(`{"text":"\ud83d"}`, `argument text cannot be taken: it holds half a surrogate pair, which is no character`)
}

func TestErrorsComeThroughWithTheirOwnCodes(t *testing.T) {
	gives := func(err error, want string) {
		t.Helper()
		r := call(t, ask(t, err), `{"text":"x"}`)
		require.True(t, r.IsError)
		assert.Equal(t, want, r.Text)
	}
	gives(&guard.Refusal{Code: guard.SyntaxError, Message: "near x", Hint: "look", Offset: 7, Line: 1, Column: 8},
		`{"contract_version":4,"error":{"code":"syntax_error","message":"near x","hint":"look","offset":7,"line":1,"column":8}}`)
	gives(&query.Error{Code: query.CodeTimeout, Message: "time ran out", Hint: "ask less", Err: errors.New("secret")},
		`{"contract_version":4,"error":{"code":"timeout","message":"time ran out","hint":"ask less"}}`)
	gives(&Error{Code: CodeConservationBroken, Message: "lost", Details: map[string]any{"window_rows": 3, "bucket_rows": 2}},
		`{"contract_version":4,"error":{"code":"conservation_broken","message":"lost","details":{"bucket_rows":2,"window_rows":3}}}`)
	gives(errors.New("/etc/secret"),
		`{"contract_version":4,"error":{"code":"internal","message":"the tool failed in a way that it should not","hint":"the server's log has the cause"}}`)
	r := call(t, ask(t, nil), `{"text":"panic"}`)
	assert.Equal(t, CodeInternal, r.Code)
}

func TestSchemas(t *testing.T) {
	tool := ask(t, nil)
	input, err := json.Marshal(tool.Input)
	require.NoError(t, err)
	assert.Equal(t, `{"type":"object","properties":{`+
		`"text":{"type":"string","description":"what to say"},`+
		`"limit":{"type":"integer","description":"how often","default":50,"minimum":1,"maximum":500},`+
		`"format":{"type":"string","description":"how","enum":["json","csv"]},`+
		`"words":{"type":"array","items":{"type":"string"},"description":"more"},`+
		`"params":{"description":"anything"},`+
		`"loud":{"type":"boolean","description":"shout"}},"required":["text"],"additionalProperties":false}`, string(input))
	output, err := json.Marshal(tool.Output)
	require.NoError(t, err)
	assert.Contains(t, string(output), `"properties":{"contract_version":{"const":4},"said":{"type":"string"},"rows":{"type":"array"`)

	nothing, err := New(Descriptor{Name: "none"}, func(context.Context, Call, struct{}) (struct{}, error) { return struct{}{}, nil })
	require.NoError(t, err)
	input, err = json.Marshal(nothing.Input)
	require.NoError(t, err)
	assert.Equal(t, `{"type":"object","properties":{},"additionalProperties":false}`, string(input))
}

func TestRegistryRefusesAtStart(t *testing.T) {
	refuse := func(message string, change func(*Tool)) {
		t.Helper()
		tool := ask(t, nil)
		change(tool)
		_, err := NewRegistry(nil, nil, tool)
		require.ErrorContains(t, err, message)
	}
	refuse("snake_case", func(t *Tool) { t.Name = "Ask" })
	refuse("title", func(t *Tool) { t.Title = "" })
	refuse("annotations", func(t *Tool) { t.Annotations = Annotations{} })
	refuse("closed", func(t *Tool) { t.Input.AdditionalProperties = nil })
	refuse("no description", func(t *Tool) { t.Input.Properties["text"].Description = "" })
	_, err := NewRegistry(nil, nil, ask(t, nil), ask(t, nil))
	require.ErrorContains(t, err, "there already")
}

// ledger is an auditor for tests.
type ledger struct {
	fail error
	seen []string
}

func (l *ledger) Record(_ context.Context, c Caller, tool string, r *Result, _ time.Time, _ time.Duration) error {
	l.seen = append(l.seen, c.Name+" "+tool+" "+r.Code)
	return l.fail
}

func TestEveryCallIsAuthorisedAndAudited(t *testing.T) {
	audit := &ledger{}
	r, err := NewRegistry(nil, audit, ask(t, nil))
	require.NoError(t, err)
	code := func(c Caller, tool string) string {
		t.Helper()
		result, err := r.Call(context.Background(), c, tool, json.RawMessage(`{"text":"x"}`), nil)
		var e *Error
		if errors.As(err, &e) {
			return e.Code
		}
		require.NoError(t, err)
		return result.Code
	}
	assert.Equal(t, "", code(LocalOperator(), "ask"))
	assert.Equal(t, CodeForbidden, code(Caller{Name: "nobody"}, "ask"))
	assert.Equal(t, CodeForbidden, code(Caller{Name: "other", Classes: []Class{ClassCell}}, "ask"))
	assert.Equal(t, CodeForbidden, code(Caller{Name: "few", Classes: Classes(), Tools: []string{}}, "ask"))
	assert.Equal(t, "", code(Caller{Name: "reader", Classes: []Class{ClassSubstrate}}, "ask"))
	assert.Equal(t, CodeUnknownTool, code(LocalOperator(), "aks"))
	assert.Equal(t, []string{"local ask ", "nobody ask forbidden", "other ask forbidden", "few ask forbidden", "reader ask ", "local aks unknown_tool"}, audit.seen)

	audit.fail = errors.New("disk full")
	assert.Equal(t, CodeAuditFailed, code(LocalOperator(), "ask"))
	assert.Empty(t, r.List(Caller{Name: "nobody"}))
}

func TestUnknownToolListsTheTools(t *testing.T) {
	r, err := NewRegistry(nil, nil, ask(t, nil))
	require.NoError(t, err)
	_, err = r.Call(context.Background(), LocalOperator(), "aks", nil, nil)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, `unknown tool "aks": there are ask`, e.Message)
	assert.Equal(t, []string{"ask"}, e.Accepted)
	assert.Equal(t, "did you mean ask?", e.Hint)
}

func TestRedactionSaysSo(t *testing.T) {
	hide := func(text, want string) {
		t.Helper()
		r := redacted(&Result{JSON: json.RawMessage(text), Text: text})
		assert.Equal(t, want, r.Text)
		assert.Equal(t, want, string(r.JSON))
	}
	const notice = `{"code":"paths_redacted","message":"absolute paths are shown as … and their last element"}`
	hide(`{"contract_version":4,"a":"3/4"}`, `{"contract_version":4,"a":"3/4"}`)
	hide(`{"contract_version":4,"a":"/x/y"}`, `{"contract_version":4,"a":"…/y","notices":[`+notice+`]}`)
	hide(`{"contract_version":4,"notices":[],"a":"/x/y"}`, `{"contract_version":4,"notices":[`+notice+`],"a":"…/y"}`)
	hide(`{"contract_version":4,"notices":[{"code":"c","message":"m"}],"a":"/x/y"}`, `{"contract_version":4,"notices":[{"code":"c","message":"m"},`+notice+`],"a":"…/y"}`)

	r := redacted(&Result{JSON: json.RawMessage(`{"a":"/x/y"}`), Text: "a\n/x/y\n"})
	assert.Equal(t, "a\n…/y\n\nnotice: paths_redacted: absolute paths are shown as … and their last element\n", r.Text)
	r = redacted(&Result{JSON: json.RawMessage(`{"a":"/x/y"}`), Text: `{"a":"/x/y"}`, Exact: true})
	assert.Equal(t, `{"a":"/x/y"}`, r.Text)
	assert.Equal(t, `{"error":{"given":"…/y"},"notices":[`+notice+`]}`, redacted(&Result{JSON: json.RawMessage(`{"error":{"given":"/x/y"}}`), Text: `{"error":{"given":"/x/y"}}`, IsError: true, Exact: true}).Text)
}

// TestAToolIsRunOnceMore where a database was lost under it, and only then.
func TestAToolIsRunOnceMore(t *testing.T) {
	for name, c := range map[string]struct {
		errs  []error
		calls int
		code  string
	}{
		"it is there again":        {[]error{&query.Error{Code: query.CodeUnreadable, Again: true}, nil}, 2, ""},
		"it is lost once more":     {[]error{&query.Error{Code: query.CodeUnreadable, Again: true}, &query.Error{Code: query.CodeUnavailable, Again: true}, nil}, 2, "source_unavailable"},
		"it failed for good":       {[]error{&query.Error{Code: query.CodeUnreadable}, nil}, 1, "database_unreadable"},
		"it failed in its own way": {[]error{&Error{Code: CodeUnavailable}, nil}, 1, "unavailable"},
	} {
		calls := 0
		tool, err := New(Descriptor{Name: "t", Title: "T", Description: "for tests", Annotations: ReadOnly()}, func(_ context.Context, call Call, _ struct{}) (struct {
			N int `json:"n"`
		}, error,
		) {
			calls++
			call.Account.Rows += 5
			return struct {
				N int `json:"n"`
			}{calls}, c.errs[calls-1]
		})
		require.NoError(t, err)
		r, err := NewRegistry(nil, nil, tool)
		require.NoError(t, err)
		result, err := r.Call(context.Background(), LocalOperator(), "t", nil, nil)
		require.NoError(t, err, name)
		assert.Equal(t, c.calls, calls, name)
		assert.Equal(t, c.code, result.Code, name)
		if c.code == "" {
			assert.Equal(t, 5, result.Rows, "the first try leaves nothing behind")
		}
	}
}
