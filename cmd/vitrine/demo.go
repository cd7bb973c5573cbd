package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/fixtures"
)

// defaultDemoFolder is where demo builds its databases, below the folder that it is called in.
const defaultDemoFolder = "demo"

// newDemoCommand builds two databases and asks them a few questions.
func newDemoCommand(a *app) *cobra.Command {
	var o fixtures.Options
	cmd := &cobra.Command{
		Use:   "demo [DIR]",
		Short: "build two small databases and show what vitrine does with them",
		Long: `Demo builds substrate.sqlite and record.sqlite in the folder DIR (default demo), asks them a few questions, and shows a
statement that is refused. A file that is there already is used as it is and never written.`,
		Example: "  vitrine demo\n  vitrine demo /tmp/large --rows 1000000",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			folder := defaultDemoFolder
			if len(arguments) == 1 {
				folder = arguments[0]
			}
			if o.Rows < 1 {
				return usagef("give a whole number from 1", "--rows %d is no number of rows", o.Rows)
			}
			return a.demo(cmd, folder, o)
		},
	}
	cmd.Flags().IntVar(&o.Rows, "rows", fixtures.DefaultRows, "the `number` of rows of the largest tables, up to millions")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 0, "a `number` that chooses the content; equal numbers give equal rows")
	return cmd
}

// demo builds what is missing and runs the session.
func (a *app) demo(cmd *cobra.Command, folder string, o fixtures.Options) error {
	substrate, record, err := buildDemo(folder, o, a.stdout)
	if err != nil {
		return err
	}
	session := *a
	session.sandbox = nil     // which could be entered only once; each command of its own enters it
	session.stderr = a.stdout // the session reads as one text
	session.stderrIsTerminal = false
	for _, step := range []struct {
		say       string
		arguments []string
		want      int
	}{
		{"What is there to ask for?", []string{"schema", "--db", substrate}, exitDone},
		{"Ask a question.", []string{"query", demoKinds, "--db", substrate, "--format", "table"}, exitDone},
		{"Ask for the streams that cost most.", []string{"query", demoCosts, "--db", record, "--format", "table"}, exitDone},
		{"A program gets every value exactly, as JSON.", []string{"query", demoValues, "--db", record, "--format", "jsonl"}, exitDone},
		{"Whatever would change something is refused, with the reason.", []string{"query", demoRefused, "--db", substrate}, exitRefused},
	} {
		fmt.Fprintf(a.stdout, "\n# %s\n$ vitrine %s\n", step.say, commandLine(step.arguments))
		if code := run(cmd.Context(), &session, step.arguments); code != step.want {
			return failf("remove the folder and try again, if its files are not those of the demo", "the demo in %s came to exit code %d", folder, code)
		}
	}
	fmt.Fprintf(a.stdout, "\nTry next:\n")
	for _, arguments := range [][]string{
		{"query", "SELECT slug, state FROM streams", "--db", record, "--limit", "5"},
		{"schema", "streams", "--db", record},
		{"check", "SELECT 1; DROP TABLE streams"},
		{"query", "--help"},
	} {
		fmt.Fprintf(a.stdout, "  vitrine %s\n", commandLine(arguments))
	}
	return nil
}

// The statements of the demo.
const (
	demoKinds   = "SELECT kind, count(*) AS directives FROM user_directives GROUP BY kind ORDER BY kind"
	demoCosts   = "SELECT slug, count(*) AS runs, round(sum(cost_normalized_usd), 2) AS usd FROM run_record WHERE slug <> '' GROUP BY slug ORDER BY usd DESC LIMIT 5"
	demoValues  = "SELECT 9007199254740993 AS wide, 9e999 AS infinite, x'00ff' AS bytes, NULL AS none"
	demoRefused = "SELECT 1; DELETE FROM user_directives"
)

// buildDemo builds the databases of a demo that are missing in the folder, tells so on w, and returns where they are.
func buildDemo(folder string, o fixtures.Options, w io.Writer) (substrate, record string, err error) {
	substrate, record = filepath.Join(folder, "substrate.sqlite"), filepath.Join(folder, "record.sqlite")
	for _, database := range []struct {
		path, what string
		build      func(string, fixtures.Options) error
	}{
		{substrate, "directives that a machine was given, and what became of them", fixtures.Substrate},
		{record, "the work of a fleet: streams, runs and their cost", fixtures.Record},
	} {
		built, err := buildOnce(database.path, o, database.build)
		if err != nil {
			return "", "", failf("give demo a folder that you may write to: vitrine demo DIR", "cannot build %s: %v", database.path, err)
		}
		verb := "found"
		if built {
			verb = "built"
		}
		fmt.Fprintf(w, "%s %s: %s\n", verb, database.path, database.what)
	}
	return substrate, record, nil
}

// buildOnce builds a database that is not there. It is built under another name first, so that what stands under its
// own name is always whole.
func buildOnce(path string, o fixtures.Options, build func(string, fixtures.Options) error) (built bool, err error) {
	if _, err := os.Stat(path); err == nil {
		return false, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	workshop, err := os.MkdirTemp(filepath.Dir(path), ".building-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(workshop)
	half := filepath.Join(workshop, filepath.Base(path))
	if err := build(half, o); err != nil {
		return false, err
	}
	return true, os.Link(half, path) // unlike a renaming, it fails where a file has appeared meanwhile
}

// commandLine writes arguments as a shell would read them.
func commandLine(arguments []string) string {
	words := make([]string, len(arguments))
	for i, argument := range arguments {
		words[i] = argument
		if argument == "" || strings.ContainsAny(argument, " \t\n\"'`$&|;<>()*?[]{}~#!\\") {
			words[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(argument) + `"`
		}
	}
	return strings.Join(words, " ")
}
