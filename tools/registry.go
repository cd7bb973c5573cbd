package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"vitrine/query"
	"vitrine/tools/redact"
)

// Registry holds the tools of a process and is the one place where a call is authorised, audited and run. It is
// immutable once made, and safe for concurrent use.
type Registry struct {
	clock  func() time.Time
	audit  Auditor
	tools  []*Tool
	byName map[string]*Tool
}

// Auditor records one call before its answer leaves. An error refuses the call with CodeAuditFailed.
type Auditor interface {
	Record(ctx context.Context, caller Caller, tool string, r *Result, started time.Time, elapsed time.Duration) error
}

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// NewRegistry makes a registry. It refuses duplicate names, bad names, open schemas and missing annotations. A nil
// clock is the system's; a nil audit records nothing, which is for tests and for the shell.
func NewRegistry(clock func() time.Time, audit Auditor, tools ...*Tool) (*Registry, error) {
	if clock == nil {
		clock = time.Now
	}
	r := &Registry{clock: clock, audit: audit, byName: make(map[string]*Tool, len(tools))}
	for _, t := range tools {
		if err := r.add(t); err != nil {
			return nil, fmt.Errorf("tool %s: %w", t.Name, err)
		}
	}
	return r, nil
}

func (r *Registry) add(t *Tool) error {
	switch {
	case !toolName.MatchString(t.Name):
		return errors.New("a name is snake_case and has at most 64 characters")
	case r.byName[t.Name] != nil:
		return errors.New("a tool of that name is there already")
	case t.Title == "" || t.Description == "":
		return errors.New("a tool has a title and a description")
	case t.Annotations == Annotations{}:
		return errors.New("a tool has annotations")
	case !closed(t.Input):
		return errors.New("an input schema is closed: additionalProperties false")
	case t.call == nil:
		return errors.New("a tool has a handler")
	}
	for property, s := range t.Input.Properties {
		if s.Description == "" {
			return fmt.Errorf("argument %s has no description", property)
		}
	}
	if err := t.rules(); err != nil {
		return err
	}
	r.tools = append(r.tools, t)
	r.byName[t.Name] = t
	return nil
}

// List returns the tools that the caller may call, always in the same order.
func (r *Registry) List(c Caller) []*Tool {
	list := make([]*Tool, 0, len(r.tools))
	for _, t := range r.tools {
		if may, _ := c.MayCall(t); may {
			list = append(list, t)
		}
	}
	return list
}

// Call runs a tool. The error is an *Error of CodeUnknownTool, CodeForbidden or CodeAuditFailed; whatever goes wrong in
// the tool itself is a Result with IsError.
func (r *Registry) Call(ctx context.Context, c Caller, tool string, arguments json.RawMessage, progress func(float64, string)) (*Result, error) {
	if progress == nil {
		progress = func(float64, string) {}
	}
	started := r.clock()
	begun := time.Now() // the monotonic clock, whatever clock was injected
	account := &Account{}
	var result *Result
	t, refusal := r.authorise(c, tool)
	if refusal != nil {
		result = errorResult(refusal)
	} else {
		result = run(ctx, t, Call{Caller: c, Arguments: arguments, Now: started.UTC(), Progress: progress, Account: account})
	}
	if result.SQL == "" {
		result.SQL = account.SQL
	}
	if result.Source == "" {
		result.Source = account.Source
	}
	if result.Rows == 0 && !result.IsError {
		result.Rows = account.Rows
	}
	if r.audit != nil {
		// A call that was given up is recorded too.
		if err := r.audit.Record(context.WithoutCancel(ctx), c, tool, result, started, time.Since(begun)); err != nil {
			slog.Error("the audit cannot be written; the call is refused", "tool", tool, "error", err)
			return nil, &Error{
				Code: CodeAuditFailed, Message: "the call cannot be recorded, so its answer is withheld",
				Hint: "ask the operator to look at the audit file; calls are answered again once it can be written",
			}
		}
	}
	if refusal != nil {
		if c.Redact {
			refusal.Message, refusal.Given = redact.Text(refusal.Message), redact.Text(refusal.Given)
		}
		return nil, refusal
	}
	return result, nil
}

// authorise returns the tool, or why the caller may not call it.
func (r *Registry) authorise(c Caller, name string) (*Tool, *Error) {
	t := r.byName[name]
	if t == nil {
		return nil, r.unknown(c, name)
	}
	may, missing := c.MayCall(t)
	if may {
		return t, nil
	}
	e := &Error{Code: CodeForbidden, Argument: "name", Given: name}
	for _, class := range t.Classes {
		e.Accepted = append(e.Accepted, string(class))
	}
	if len(missing) > 0 {
		e.Message = fmt.Sprintf("tool %s needs the data classes %s; this token lacks %s", name, joinClasses(t.Classes), joinClasses(missing))
	} else {
		e.Message = fmt.Sprintf("tool %s is not among the tools of this token", name)
	}
	e.Hint = "ask the operator for a token that may call it; tools/list shows what this one may call"
	return nil, e
}

func (r *Registry) unknown(c Caller, name string) *Error {
	names := []string{}
	for _, t := range r.List(c) {
		names = append(names, t.Name)
	}
	e := &Error{
		Code: CodeUnknownTool, Argument: "name", Given: short(name), Accepted: names,
		Message: fmt.Sprintf("unknown tool %s: there are %s", quoteShort(name), strings.Join(names, ", ")),
	}
	if len(names) == 0 {
		e.Message = fmt.Sprintf("unknown tool %s: there is none that this caller may call", quoteShort(name))
	}
	if near := nearest(name, names); near != "" {
		e.Hint = "did you mean " + near + "?"
	}
	return e
}

// mayCallAgain reports whether what the tool read from was lost on the way, and may be there again. Tools only read, and
// nothing of the first try was given to the caller.
func mayCallAgain(err error) bool {
	var failed *query.Error
	return errors.As(err, &failed) && failed.Again
}

// run runs the handler, and once more where a database was lost under it. A panic ends the call, not the process.
func run(ctx context.Context, t *Tool, c Call) (result *Result) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("a tool panicked", "tool", t.Name, "panic", p, "stack", string(debug.Stack()))
			result = errorResult(&Error{Code: CodeInternal, Message: "the tool failed in a way that it should not", Hint: "the server's log has the cause"})
		}
	}()
	result, err := t.call(ctx, c)
	if mayCallAgain(err) && ctx.Err() == nil {
		*c.Account = Account{}
		result, err = t.call(ctx, c)
	}
	if err != nil {
		result = errorResult(err)
	}
	result.Exact = !result.IsError && (result.Exact || c.Account.Exact)
	if c.Caller.Redact {
		result = redacted(result)
	}
	fence := c.Account.Fence
	if !result.IsError && result.Content == nil && (fence == nil && c.Caller.Fence || fence != nil && *fence) {
		result.Text = Fence(result.Text)
	}
	return result
}

func joinClasses(classes []Class) string {
	names := make([]string, len(classes))
	for i, class := range classes {
		names[i] = string(class)
	}
	return strings.Join(names, ", ")
}
