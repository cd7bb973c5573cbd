package tools

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
