package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// maxStatementBytes bounds what is read of a statement on stdin. It is far above every policy's own limit, which then
// says what is wrong.
const maxStatementBytes = 16 << 20

// statementArgument returns the SQL of a command line: its one argument, or all of stdin for `-` or, where stdin is not
// a terminal, for none.
func (a *app) statementArgument(cmd *cobra.Command, arguments []string) (string, error) {
	const hint = "give the statement as one argument in quotes, or - to read it from stdin"
	switch {
	case len(arguments) == 1 && arguments[0] != "-":
		return arguments[0], nil
	case len(arguments) > 1:
		return "", usagef(hint, "%s takes one statement, %d arguments were given", cmd.CommandPath(), len(arguments))
	case len(arguments) == 0 && a.stdinIsTerminal:
		return "", usagef(hint, "%s needs a statement", cmd.CommandPath())
	}
	text, err := io.ReadAll(io.LimitReader(a.stdin, maxStatementBytes+1))
	if err != nil {
		return "", failf("", "cannot read the statement from stdin: %v", err)
	}
	if len(text) > maxStatementBytes {
		return "", usagef(hint, "the statement on stdin is longer than %d bytes", maxStatementBytes)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), nil
}
