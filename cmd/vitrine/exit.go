package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vitrine/guard"
	"vitrine/query"
	"vitrine/query/encode"
	"vitrine/tools"
)

// The exit codes of every command. docs/cli.md lists them.
const (
	exitDone    = 0
	exitFailed  = 1 // anything that is none of the others
	exitUsage   = 2 // the command line, a file named in it, or an argument cannot be understood
	exitRefused = 3 // the guard does not admit the statement
	exitBudget  = 4 // a budget ended the query: time, memory, the length of a value, no free place
)

// budgetCodes are those codes of package query that mean that a budget ended the call.
var budgetCodes = []query.Code{query.CodeTimeout, query.CodeOutOfMemory, query.CodeTooLongValue, query.CodeBusy}

// usageError says that the caller gave something that the command cannot take.
type usageError struct{ message, hint string }

func (e *usageError) Error() string { return e.message }

// usagef makes a usage error: what was given and what is accepted, and a hint that shows the way.
func usagef(hint, format string, values ...any) error {
	return &usageError{message: fmt.Sprintf(format, values...), hint: hint}
}

// failure is an error of a command's own with a hint.
type failure struct {
	message, hint string
	code          int
}

func (e *failure) Error() string { return e.message }

// failf makes an error with a hint for what no other package explains.
func failf(hint, format string, values ...any) error {
	return &failure{message: fmt.Sprintf(format, values...), hint: hint, code: exitFailed}
}

// errSilent ends a command with exit code 1 that has already said why.
var errSilent = errors.New("already told")

// silentExit ends a command that has already said everything with another exit code.
type silentExit struct{ code int }

func (e *silentExit) Error() string { return errSilent.Error() }

// report writes an error as the lines `error:` and `hint:` on stderr and returns the exit code for it.
func (a *app) report(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errSilent) {
		return exitFailed
	}
	if silent := (*silentExit)(nil); errors.As(err, &silent) {
		return silent.code
	}
	code, message, hint := explain(err)
	fmt.Fprintf(a.stderr, "error: %s\n", oneLine(message))
	if hint != "" {
		fmt.Fprintf(a.stderr, "hint: %s\n", oneLine(hint))
	}
	return code
}

// explain returns the exit code, the message and the hint of an error.
func explain(err error) (code int, message, hint string) {
	var (
		refusal *guard.Refusal
		failed  *query.Error
		tool    *tools.Error
		usage   *usageError
		own     *failure
	)
	switch {
	case errors.As(err, &refusal):
		return exitRefused, refusal.Error(), refusal.Hint
	case errors.As(err, &failed):
		if slices.Contains(budgetCodes, failed.Code) {
			return exitBudget, failed.Error(), failed.Hint
		}
		if failed.Code == query.CodeParameter {
			return exitUsage, failed.Error(), failed.Hint
		}
		return exitFailed, failed.Error(), failed.Hint
	case errors.As(err, &tool):
		return toolExit(tool.Code), tool.Error(), tool.Hint
	case errors.As(err, &usage):
		return exitUsage, usage.message, usage.hint
	case errors.As(err, &own):
		return own.code, own.message, own.hint
	case errors.Is(err, context.Canceled):
		return exitFailed, "cancelled: interrupted before the end", ""
	}
	return exitFailed, err.Error(), ""
}

// codeOf returns the stable code of an error, as an audit has it.
func codeOf(err error) string {
	var (
		refusal *guard.Refusal
		failed  *query.Error
		tool    *tools.Error
	)
	switch {
	case errors.As(err, &refusal):
		return string(refusal.Code)
	case errors.As(err, &failed):
		return string(failed.Code)
	case errors.As(err, &tool):
		return tool.Code
	}
	return tools.CodeInternal
}

// toolExit returns the exit code for the code of a tool's error, which may come from guard or query unchanged.
func toolExit(code string) int {
	switch {
	case code == tools.CodeInvalidArgument || code == string(query.CodeParameter):
		return exitUsage
	case slices.Contains(guard.Codes(), guard.Code(code)):
		return exitRefused
	case slices.Contains(budgetCodes, query.Code(code)):
		return exitBudget
	}
	return exitFailed
}

// oneLine keeps an error on its line, and keeps what it quotes from driving a terminal.
func oneLine(text string) string { return encode.Visible(strings.ReplaceAll(text, "\n", " ")) }
