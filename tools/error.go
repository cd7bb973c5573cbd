package tools

import (
	"encoding/json"
	"errors"
	"log/slog"

	"vitrine/guard"
	"vitrine/query"
)

// Error is an error that the model can see and correct: it becomes a tool result with isError, never a protocol error.
// Code is stable and snake_case; Message is lower case and says what was given and what is accepted.
type Error struct {
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	Hint     string         `json:"hint,omitempty"`
	Argument string         `json:"argument,omitempty"` // the argument at fault
	Given    string         `json:"given,omitempty"`
	Accepted []string       `json:"accepted,omitempty"`
	Details  map[string]any `json:"details,omitempty"` // counts and positions, by their contract names
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// The codes of this package. Those of guard and query come through unchanged.
const (
	CodeInvalidArgument    = "invalid_argument"
	CodeUnknownTool        = "unknown_tool"
	CodeForbidden          = "forbidden"
	CodeUnknownSource      = "unknown_source"
	CodeAuditFailed        = "audit_failed"
	CodeSchemaMismatch     = "schema_mismatch"
	CodeUnknownStream      = "unknown_stream"
	CodeUnknownCapture     = "unknown_capture"
	CodeConservationBroken = "conservation_broken"
	CodeUndatedSeat        = "undated_seat"
	CodeUnavailable        = "unavailable"
	CodeInternal           = "internal"
)

// errorResult makes the result of a failed call: {"contract_version":4,"error":{…}}, with the code, the hint and the
// position of whatever error it was.
func errorResult(err error) *Result {
	code, body := errorBody(err)
	encoded, encodeErr := encodeJSON(struct {
		Error any `json:"error"`
	}{body})
	if encodeErr != nil {
		slog.Error("an error result cannot be encoded", "error", encodeErr)
		code, encoded = CodeInternal, json.RawMessage(`{"error":{"code":"internal","message":"the error cannot be written"}}`)
	}
	encoded = Object(encoded)
	return &Result{JSON: encoded, Text: string(encoded), IsError: true, Code: code}
}

// ErrorResult is errorResult for a caller that has an error of this package's [Registry.Call] to show.
func ErrorResult(err error) *Result { return errorResult(err) }

func errorBody(err error) (string, any) {
	var own *Error
	var refusal *guard.Refusal
	var failed *query.Error
	switch {
	case errors.As(err, &own):
		return own.Code, own
	case errors.As(err, &refusal):
		return string(refusal.Code), refusal
	case errors.As(err, &failed):
		return string(failed.Code), failed
	}
	slog.Error("a tool failed with an error that has no code", "error", err)
	return CodeInternal, &Error{
		Code: CodeInternal, Message: "the tool failed in a way that it should not", Hint: "the server's log has the cause",
	}
}
