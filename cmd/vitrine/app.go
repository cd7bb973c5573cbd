package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/query/encode"
)

// app is what a command may touch of the world outside its flags. Tests make their own.
type app struct {
	stdin            io.Reader
	stdout, stderr   io.Writer // on a terminal, nothing that is written to stdout can drive it
	terminal         io.Writer // stdout itself, for what has colours and is safe already; run sets it
	stdinIsTerminal  bool
	stdoutIsTerminal bool
	stderrIsTerminal bool
	width            int // columns of the terminal on stdout, 0 where it is none
	now              func() time.Time
	sandbox          func(sandbox.Mode, sandbox.Plan) (sandbox.Report, error) // nil in tests that share their process
}

// newApp is the app of the process.
func newApp() *app {
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: time.Now, sandbox: sandbox.Enter}
	a.stdinIsTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	a.stdoutIsTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	a.stderrIsTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	if a.stdoutIsTerminal {
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			a.width = width
		}
	}
	return a
}

// run runs one command line and returns its exit code, having told of an error on stderr.
func run(ctx context.Context, a *app, arguments []string) int {
	if a.terminal == nil {
		a.terminal = a.stdout
		if a.stdoutIsTerminal {
			a.stdout = encode.Screen(a.terminal)
		}
	}
	root := newRootCommand(a)
	started := false
	markStarted(root, &started)
	root.SetArgs(statementsLast(arguments))
	err := root.ExecuteContext(ctx)
	if err != nil && !started {
		err = asUsage(root, arguments, err) // cobra's own: flags and arguments that cannot be read
	}
	return a.report(err)
}

// statementsLast moves statements that begin with a comment behind a `--`, so that they are not taken for flags: no flag
// has white space in its name.
func statementsLast(arguments []string) []string {
	var rest, statements []string
	for i, argument := range arguments {
		if argument == "--" {
			rest = append(rest, arguments[i:]...)
			break
		}
		if at := strings.IndexAny(argument, "= \t\n\f\r"); strings.HasPrefix(argument, "--") && at > 0 && argument[at] != '=' {
			statements = append(statements, argument)
			continue
		}
		rest = append(rest, argument)
	}
	if len(statements) == 0 {
		return arguments
	}
	if !slices.Contains(rest, "--") {
		rest = append(rest, "--")
	}
	return append(rest, statements...)
}

// newRootCommand puts the commands under `vitrine`.
func newRootCommand(a *app) *cobra.Command {
	root := newGroup("vitrine", "ask a database questions, without being able to change it")
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.AddCommand(commands(a)...)
	return root
}

// newGroup makes a command that only holds others. By itself it prints its help; a word that it does not know is a
// usage error with near names.
func newGroup(use, short string, commands ...*cobra.Command) *cobra.Command {
	group := &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs}
	group.RunE = func(cmd *cobra.Command, arguments []string) error {
		if len(arguments) == 0 {
			return cmd.Help()
		}
		hint := fmt.Sprintf("`%s --help` lists the commands", cmd.CommandPath())
		cmd.SuggestionsMinimumDistance = 2
		if near := cmd.SuggestionsFor(arguments[0]); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		}
		return usagef(hint, "unknown command %q for %q", arguments[0], cmd.CommandPath())
	}
	group.AddCommand(commands...)
	return group
}

// markStarted makes every command note that its own code began: an error before that is one of usage.
func markStarted(cmd *cobra.Command, started *bool) {
	if inner := cmd.RunE; inner != nil {
		cmd.RunE = func(c *cobra.Command, arguments []string) error {
			*started = true
			return inner(c, arguments)
		}
	}
	for _, child := range cmd.Commands() {
		markStarted(child, started)
	}
}

// asUsage turns an error of cobra's into a usage error that says where the help is.
func asUsage(root *cobra.Command, arguments []string, err error) error {
	path := root.Name()
	if cmd, _, findErr := root.Find(arguments); findErr == nil && cmd != nil {
		path = cmd.CommandPath()
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return usagef(fmt.Sprintf("`%s --help` shows the arguments and flags", path), "%s", text)
}
