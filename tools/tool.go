package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// ContractVersion is in every JSON result.
const ContractVersion = 4

// Annotations are MCP's hints on what a tool does. ReadOnly is what nearly all of ours are.
type Annotations struct {
	ReadOnlyHint    bool `json:"readOnlyHint"`
	DestructiveHint bool `json:"destructiveHint"`
	IdempotentHint  bool `json:"idempotentHint"`
	OpenWorldHint   bool `json:"openWorldHint"`
}

// ReadOnly are the annotations of a tool that only looks.
func ReadOnly() Annotations { return Annotations{ReadOnlyHint: true, IdempotentHint: true} }

// Descriptor is what a tool tells of itself.
type Descriptor struct {
	Name        string // snake_case, at most 64 characters
	Title       string
	Description string // for a model: what it answers, when to use it, one example
	Annotations Annotations
	Classes     []Class // what a caller must hold
}

// Tool is one tool: its descriptor, its schemas and its handler. Make one with New or NewRaw; its schemas may be
// refined until a registry holds it.
type Tool struct {
	Descriptor
	Input  *jsonschema.Schema // closed: additionalProperties false
	Output *jsonschema.Schema
	call   func(ctx context.Context, c Call) (*Result, error)
	rules  func() error // makes the argument rules of Input ready
}

// Call is one call of a tool.
type Call struct {
	Caller    Caller
	Arguments json.RawMessage // a JSON object; empty means {}
	Now       time.Time       // the clock's instant, one for the whole call
	Progress  func(done float64, message string)
	Account   *Account // what the audit is told; never nil in a handler
}

// Account is what a handler tells the audit of a call, also of one that fails.
type Account struct {
	SQL    string // the text that the caller sent
	Source string
	Rows   int   // rows in the result
	Fence  *bool // whether the text stands between markers; nil means as the caller's default is
	Exact  bool  // the rows are a user's own data, which no redaction touches; errors still are redacted
}

// Result is what a call gave. JSON is the object with contract_version, and what MCP sends as structuredContent; Text
// is what MCP sends as text and the shell prints: the same JSON, unless the caller asked for another format.
type Result struct {
	JSON    json.RawMessage
	Text    string
	IsError bool
	Code    string // of an error, else ""
	Rows    int    // rows in the result, for the audit
	SQL     string // the text that a caller sent, for the audit
	Source  string
	Exact   bool            // the rows are a user's own data, which no redaction touches
	Content json.RawMessage // MCP content blocks that stand in the place of Text; only tools that return media set it
}

// Checker is implemented by an input that checks its values itself: Check runs directly behind the decoding, before
// the rules of the schema and the handler. Its error is an *Error that names the argument.
type Checker interface{ Check() error }

// New makes a tool of a typed handler. In and Out are structs with json tags and, for descriptions, jsonschema tags;
// their schemas are derived and closed. Fields of In may carry the tags enum:"a,b", minimum:"1", maximum:"500",
// pattern:"…" and default:"50", which become rules of the schema and are enforced; a field without omitempty or
// omitzero is required. Arguments are decoded strictly (unknown, duplicate and wrongly cased keys are errors that name
// the argument) before the handler runs; null stands for an absent optional argument. Out is encoded with
// contract_version in front, nil slices as []. A handler's error that is not an *Error, *query.Error or *guard.Refusal
// becomes CodeInternal without its text.
func New[In, Out any](d Descriptor, handler func(ctx context.Context, c Call, in In) (Out, error)) (*Tool, error) {
	return NewRaw[In, Out](d, func(ctx context.Context, c Call, in In) (*Result, error) {
		out, err := handler(ctx, c, in)
		if err != nil {
			return nil, err
		}
		encoded, err := encodeObject(out)
		if err != nil {
			return nil, fmt.Errorf("encode the result of %s: %w", d.Name, err)
		}
		return &Result{JSON: encoded, Text: string(encoded)}, nil
	})
}

// NewRaw makes a tool of a handler that makes its Result itself, for results that are too large or too varied to go
// through a Go value. Out only gives the output schema; JSON in the Result must be an object that matches it and
// begins with contract_version, as [Object] makes it. In all else it is New.
func NewRaw[In, Out any](d Descriptor, handler func(ctx context.Context, c Call, in In) (*Result, error)) (*Tool, error) {
	input, err := inputSchema[In]()
	if err != nil {
		return nil, fmt.Errorf("tool %s: input: %w", d.Name, err)
	}
	output, err := outputSchema[Out]()
	if err != nil {
		return nil, fmt.Errorf("tool %s: output: %w", d.Name, err)
	}
	decoder, err := newDecoder[In](input)
	if err != nil {
		return nil, fmt.Errorf("tool %s: input: %w", d.Name, err)
	}
	return &Tool{
		Descriptor: d, Input: input, Output: output, rules: decoder.prepare,
		call: func(ctx context.Context, c Call) (*Result, error) {
			var in In
			if err := decoder.decode(c.Arguments, &in); err != nil {
				return nil, err
			}
			return handler(ctx, c, in)
		},
	}, nil
}

// Object puts contract_version in front of an encoded JSON object.
func Object(encoded json.RawMessage) json.RawMessage {
	prefix := fmt.Sprintf(`{"contract_version":%d`, ContractVersion)
	out := make([]byte, 0, len(prefix)+len(encoded))
	out = append(out, prefix...)
	if len(encoded) > 2 {
		out = append(out, ',')
	}
	return append(out, encoded[1:]...)
}
