package tools

import (
	"context"
	"encoding/json"
	"time"
)

// Registry holds the tools of a process and is the one place where a call is authorised, audited and run. It is
// immutable once made, and safe for concurrent use.
type Registry struct{}

// Auditor records one call before its answer leaves. An error refuses the call with CodeAuditFailed.
type Auditor interface {
	Record(ctx context.Context, caller Caller, tool string, r *Result, started time.Time, elapsed time.Duration) error
}

// NewRegistry makes a registry. It refuses duplicate names, bad names, open schemas and missing annotations.
func NewRegistry(clock func() time.Time, audit Auditor, tools ...*Tool) (*Registry, error) {
	return nil, nil
}

// List returns the tools that the caller may call, always in the same order.
func (r *Registry) List(c Caller) []*Tool { return nil }

// Call runs a tool. The error is an *Error of CodeUnknownTool, CodeForbidden or CodeAuditFailed; whatever goes wrong in
// the tool itself is a Result with IsError.
func (r *Registry) Call(ctx context.Context, c Caller, tool string, arguments json.RawMessage, progress func(float64, string)) (*Result, error) {
	return nil, nil
}
