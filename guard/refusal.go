package guard

import "fmt"

// Code names the reason of a refusal. Codes are stable: programs may compare them, and none is ever renamed.
type Code string

// The codes of all refusals that the guard and, for Unchecked, the runner can give.
const (
	// EmptyStatement: the text holds no statement, only white space, comments or semicolons.
	EmptyStatement Code = "empty_statement"
	// TooLong: the text is longer than Policy.MaxBytes.
	TooLong Code = "too_long"
	// TooDeep: parentheses, subqueries or other nesting go deeper than Policy.MaxDepth.
	TooDeep Code = "too_deep"
	// MalformedText: the text holds a NUL byte or is not valid UTF-8.
	MalformedText Code = "malformed_text"
	// SyntaxError: the engine's own grammar does not accept the text.
	SyntaxError Code = "syntax_error"
	// StatementNotAllowed: a statement of another kind than SELECT, WITH … SELECT or VALUES.
	StatementNotAllowed Code = "statement_not_allowed"
	// StackedStatement: a further statement stands behind the first and is not permitted.
	StackedStatement Code = "stacked_statement"
	// FunctionNotAllowed: a function outside the allowlist.
	FunctionNotAllowed Code = "function_not_allowed"
	// RelationNotAllowed: a table, view or schema that the policy denies.
	RelationNotAllowed Code = "relation_not_allowed"
	// ColumnNotAllowed: a column that the policy denies.
	ColumnNotAllowed Code = "column_not_allowed"
	// PragmaNotAllowed: a PRAGMA, or a pragma function outside the allowlist.
	PragmaNotAllowed Code = "pragma_not_allowed"
	// ReadersDisagree: the second reader sees a relation or function that the first did not.
	ReadersDisagree Code = "readers_disagree"
	// Unchecked: a Statement that no Check made.
	Unchecked Code = "unchecked"
)

// Codes lists every Code, in the order of the declaration.
func Codes() []Code {
	return []Code{
		EmptyStatement, TooLong, TooDeep, MalformedText, SyntaxError, StatementNotAllowed, StackedStatement,
		FunctionNotAllowed, RelationNotAllowed, ColumnNotAllowed, PragmaNotAllowed, ReadersDisagree, Unchecked,
	}
}

// Refusal is the error of every statement that the guard does not admit. Message says in one lower-case line what was
// given and what is accepted; Hint says what to try next and is never empty. Offset counts bytes from 0; Line and
// Column count from 1, Column in bytes. Neither text ever tells whether a refused name exists.
type Refusal struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Offset  int    `json:"offset"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

// Error returns the message with its position. The hint is left to the reader of the field.
func (r *Refusal) Error() string {
	if r.Line == 0 {
		return fmt.Sprintf("%s: %s", r.Code, r.Message)
	}
	return fmt.Sprintf("%s: %s (line %d, column %d)", r.Code, r.Message, r.Line, r.Column)
}
